/* The face of PCRE2 that Swift can import: strings of bytes. */
#ifndef LISTO_CPCRE2_SHIM_H
#define LISTO_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* The functions are macros over names with the width in them, the types too; and the options are macros that Swift leaves out
   where they have a suffix. */
typedef pcre2_code_8 listo_pattern;
typedef pcre2_match_data_8 listo_match;
typedef pcre2_match_context_8 listo_limits;

#endif
