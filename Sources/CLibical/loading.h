/* libical's functions, found when they are first called. Linked, libical and the three libraries of ICU that it needs take a quarter
   of the time in which a command starts; and to filter, to compare and to change reminders nothing of them is called.

   Elsewhere than on Linux, and where libical is in the program itself (a static one), they are called as they are. */
#ifndef LISTO_CLIBICAL_LOADING_H
#define LISTO_CLIBICAL_LOADING_H

#include <libical/ical.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* The library that belongs to the header: a number of its own for each release that is not compatible. */
#if defined(ICAL_MAJOR_VERSION) && ICAL_MAJOR_VERSION >= 4
#define LISTO_LIBICAL_FILE "libical.so.4"
#else
#define LISTO_LIBICAL_FILE "libical.so.3"
#endif

/* The library, NULL where there is none. Threads that come at once all get the same one. */
static inline void *listo_libical(void) {
  static void *library;
  void *found = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
  if (!found) {
    found = dlopen(LISTO_LIBICAL_FILE, RTLD_NOW | RTLD_LOCAL);
    __atomic_store_n(&library, found, __ATOMIC_RELEASE);
  }
  return found;
}

/* The address of a function: in the program, or in the library. */
#define LISTO_FIND(name)                                                                  \
  extern __typeof__(name) name __attribute__((weak));                                     \
  static inline __typeof__(&name) listo_find_##name(void) {                               \
    static __typeof__(&name) address;                                                     \
    __typeof__(&name) found = __atomic_load_n(&address, __ATOMIC_ACQUIRE);                \
    if (!found) {                                                                         \
      found = &name ? &name : (__typeof__(&name))dlsym(listo_libical(), #name);           \
      if (!found) {                                                                       \
        fprintf(stderr, "Listo needs a libical that has %s.\n", #name);                   \
        abort();                                                                          \
      }                                                                                   \
      __atomic_store_n(&address, found, __ATOMIC_RELEASE);                                \
    }                                                                                     \
    return found;                                                                         \
  }

/* Whether the functions can be called: to be asked before the first one is. */
#define LISTO_IS_THERE(name) (&name || listo_libical() != NULL)
/* Why not. */
static inline const char *listo_libical_problem(void) {
  const char *problem = dlerror();
  return problem ? problem : LISTO_LIBICAL_FILE " is not there";
}
#else
#define LISTO_FIND(name) \
  static inline __typeof__(&name) listo_find_##name(void) { return &name; }
#define LISTO_IS_THERE(name) 1
static inline const char *listo_libical_problem(void) { return ""; }
#endif

/* A function of libical under a name of its own, `listo_` before it. */
#define LISTO_FUNCTION(result, name, parameters, arguments)                               \
  LISTO_FIND(name)                                                                        \
  static inline result listo_##name parameters { return listo_find_##name() arguments; }
#define LISTO_PROCEDURE(name, parameters, arguments)                                      \
  LISTO_FIND(name)                                                                        \
  static inline void listo_##name parameters { listo_find_##name() arguments; }

LISTO_PROCEDURE(ical_set_unknown_token_handling_setting, (ical_unknown_token_handling setting), (setting))
LISTO_PROCEDURE(icalerror_set_errors_are_fatal, (int fatal), (fatal))
LISTO_PROCEDURE(icaltimezone_set_builtin_tzdata, (int set), (set))
LISTO_PROCEDURE(icalmemory_free_buffer, (void *buffer), (buffer))

LISTO_FUNCTION(icalcomponent *, icalparser_parse_string, (const char *text), (text))
LISTO_FUNCTION(icalcompiter, icalcomponent_begin_component, (icalcomponent *component, icalcomponent_kind kind),
               (component, kind))
LISTO_FUNCTION(icalcomponent *, icalcompiter_deref, (icalcompiter *iterator), (iterator))
LISTO_FUNCTION(icalcomponent *, icalcompiter_next, (icalcompiter *iterator), (iterator))
LISTO_FUNCTION(int, icalcomponent_count_errors, (icalcomponent *component), (component))
LISTO_PROCEDURE(icalcomponent_free, (icalcomponent *component), (component))
LISTO_FUNCTION(icalcomponent_kind, icalcomponent_isa, (const icalcomponent *component), (component))
LISTO_FUNCTION(const char *, icalcomponent_kind_to_string, (icalcomponent_kind kind), (kind))
LISTO_PROCEDURE(icalcomponent_strip_errors, (icalcomponent *component), (component))
LISTO_FUNCTION(int, icalrestriction_check, (icalcomponent *component), (component))

LISTO_FUNCTION(icalproperty *, icalcomponent_get_first_property,
               (icalcomponent *component, icalproperty_kind kind), (component, kind))
LISTO_FUNCTION(icalproperty *, icalcomponent_get_next_property,
               (icalcomponent *component, icalproperty_kind kind), (component, kind))
LISTO_FUNCTION(icalproperty_kind, icalproperty_isa, (icalproperty *property), (property))
LISTO_FUNCTION(char *, icalproperty_get_property_name_r, (const icalproperty *property), (property))
LISTO_FUNCTION(char *, icalproperty_get_value_as_string_r, (const icalproperty *property), (property))
LISTO_FUNCTION(const char *, icalproperty_get_xlicerror, (const icalproperty *property), (property))

LISTO_FUNCTION(icalparameter *, icalproperty_get_first_parameter,
               (icalproperty *property, icalparameter_kind kind), (property, kind))
LISTO_FUNCTION(icalparameter *, icalproperty_get_next_parameter,
               (icalproperty *property, icalparameter_kind kind), (property, kind))
LISTO_FUNCTION(char *, icalparameter_as_ical_string_r, (icalparameter *parameter), (parameter))
LISTO_FUNCTION(icalparameter_xlicerrortype, icalparameter_get_xlicerrortype, (const icalparameter *parameter),
               (parameter))

LISTO_FUNCTION(struct icaltimetype, icaltime_from_string, (const char *text), (text))
LISTO_FUNCTION(struct icaltimetype, icaltime_null_time, (void), ())
LISTO_FUNCTION(struct icaldurationtype, icaldurationtype_from_string, (const char *text), (text))
LISTO_FUNCTION(int, icaldurationtype_is_bad_duration, (struct icaldurationtype duration), (duration))

LISTO_FUNCTION(struct icaltimetype, icalrecur_iterator_next, (icalrecur_iterator *iterator), (iterator))
LISTO_PROCEDURE(icalrecur_iterator_free, (icalrecur_iterator *iterator), (iterator))
LISTO_FUNCTION(enum icalrecurrencetype_weekday, icalrecurrencetype_day_day_of_week, (short day), (day))
LISTO_FUNCTION(int, icalrecurrencetype_day_position, (short day), (day))
LISTO_FUNCTION(int, icalrecurrencetype_month_is_leap, (short month), (month))
LISTO_FUNCTION(int, icalrecurrencetype_month_month, (short month), (month))

/* What libical 3 and 4 have under different names, or of different types: for shim.h. */
LISTO_FIND(icalrecur_iterator_new)
#if defined(ICAL_MAJOR_VERSION) && ICAL_MAJOR_VERSION >= 4
LISTO_FIND(icalrecurrencetype_new_from_string)
LISTO_FIND(icalrecurrencetype_unref)
#else
LISTO_FIND(icalrecurrencetype_from_string)
#endif

/* Whether libical can be called. */
static inline int listo_libical_is_there(void) { return LISTO_IS_THERE(icalparser_parse_string); }

#undef LISTO_FUNCTION
#undef LISTO_PROCEDURE
#undef LISTO_FIND
#undef LISTO_IS_THERE

#endif
