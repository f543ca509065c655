/* The face of Expat that Swift can import. */
#ifndef LISTO_CEXPAT_SHIM_H
#define LISTO_CEXPAT_SHIM_H

#include <expat.h>

#endif
