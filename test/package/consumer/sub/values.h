#define ANOTHER 1
