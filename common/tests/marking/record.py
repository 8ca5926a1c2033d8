"""What class_of.py and time_to_mark.py share: the tree, the build folder, and their results in docs/results/simulator/marking.json, from which
pages show them."""
import datetime
import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("BUILD_DIR") or ROOT / "build/auto")
FILE = ROOT / "docs/results/simulator/marking.json"


def record(name: str, figures: dict) -> None:
    """Beside the other's figures, which stay."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[name] = {"date": datetime.date.today().isoformat(), "cores": len(os.sched_getaffinity(0)), **figures}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
