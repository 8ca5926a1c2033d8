// Functions of the program's own that are named as if they were the driver API's and the runtime's.
int host, cuGraphicsMapResources(int, int*, int);
int cudaGraphicsMineOnly0001(int a);
int f() { return cudaGraphicsMineOnly0001(1); }
