"""SVG, element by element. Drawings have the text's own colour, so that they follow a light or a dark page."""

from __future__ import annotations

from xml.sax.saxutils import escape

LIGHT_AND_DARK = ["svg:root { color: #222; }", "@media (prefers-color-scheme: dark) { svg:root { color: #ddd; } }"]


def number(value: float) -> str:
    """Formatted as by C's %g."""
    return f"{value:g}"


def element(tag: str, text: str | None = None, **attributes) -> str:
    """<tag a="1"/>, or <tag a="1">text</tag>. A name's _ stands for -, and one at its end for nothing: class_, text_anchor."""
    words = "".join(f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
                    for name, value in attributes.items())
    return f"<{tag}{words}/>" if text is None else f"<{tag}{words}>{text}</{tag}>"


class Drawing:
    """An <svg> with a title and a description for readers who cannot see it."""

    def __init__(self, name: str, class_: str, size: tuple[float, float], title: str, text: str, font_size: int, style: list[str]):
        width, height = size
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img" '
            f'aria-labelledby="{name}-title {name}-text" class="{class_}" font-family="sans-serif" font-size="{font_size}" '
            'fill="currentColor" stroke="none">',
            element("title", escape(title), id=f"{name}-title"),
            element("desc", escape(text), id=f"{name}-text"),
            "<style>", *LIGHT_AND_DARK, *style, "</style>",
        ]

    def add(self, tag: str, text: str | None = None, **attributes) -> None:
        self.lines.append(element(tag, text, **attributes))

    def finished(self) -> str:
        return "\n".join([*self.lines, "</svg>"]) + "\n"
