/* The face of libical that Swift can import: macros, variadic functions and what differs between libical 3 and 4. */
#ifndef LISTO_CLIBICAL_SHIM_H
#define LISTO_CLIBICAL_SHIM_H

#include <libical/ical.h>

#endif
