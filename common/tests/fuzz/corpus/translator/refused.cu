int cudaGraphicsMineOnly0001(int a);
int f() { return cudaGraphicsMineOnly0001(1); }
void g() { cudaGraphicsMapResources(1, &r, 0); }
