#include "cprobes.h"
