/* libical for Swift: its header, and the functions that differ between libical 3 and 4. */
#ifndef LISTO_CLIBICAL_SHIM_H
#define LISTO_CLIBICAL_SHIM_H

#include <libical/ical.h>
#include <stdlib.h>
#include <string.h>

/* The settings of the whole process. An error is an answer and no reason to end it; without the second setting unknown
   parameters are dropped, and unknown properties replaced by an X-LIC-ERROR; Debian ships no zoneinfo of libical's. */
static inline void listo_prepare(void) {
  icalerror_set_errors_are_fatal(0);
  ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN);
  icaltimezone_set_builtin_tzdata(0);
}

/* The name of a component, NULL for one that libical does not write: libical 3 keeps neither names that begin with X- nor those
   that it does not know. */
static inline const char *listo_component_name(icalcomponent *component) {
#if ICAL_MAJOR_VERSION >= 4
  return icalcomponent_get_component_name(component);
#else
  icalcomponent_kind kind = icalcomponent_isa(component);
  return kind == ICAL_X_COMPONENT ? NULL : icalcomponent_kind_to_string(kind);
#endif
}

/* libical 3 answers int, libical 4 bool. */
static inline int listo_month_is_leap(short month) { return icalrecurrencetype_month_is_leap(month); }
static inline int listo_duration_is_bad(struct icaldurationtype duration) {
  return icaldurationtype_is_bad_duration(duration);
}

static inline size_t listo_length(const char *text) { return strlen(text); }

/* The version that this was built with: 30016 for 3.0.16. ICAL_VERSION says "3.0". */
static inline int listo_version(void) {
  return (ICAL_MAJOR_VERSION * 100 + ICAL_MINOR_VERSION) * 100 + ICAL_PATCH_VERSION;
}

/* A parsed rule. libical 3 passes a struct of 2 KB by value and leaves its rscale to the caller; libical 4 counts
   references. Swift sees a pointer that is made, read and freed, whichever it is. */
#if ICAL_MAJOR_VERSION >= 4
typedef struct icalrecurrencetype listo_recur;

static inline listo_recur *listo_recur_new(const char *text) {
  return icalrecurrencetype_new_from_string(text);
}

static inline void listo_recur_free(listo_recur *rule) { icalrecurrencetype_unref(rule); }

static inline icalrecur_iterator *listo_recur_iterator(listo_recur *rule, struct icaltimetype start) {
  return icalrecur_iterator_new(rule, start);
}

static inline int listo_recur_list(const listo_recur *rule, icalrecurrencetype_byrule by, const short **list) {
  *list = rule->by[by].data;
  return rule->by[by].size;
}
#define LISTO_BY(name, NAME)                                                              \
  static inline int listo_recur_by_##name(const listo_recur *rule, const short **list) {  \
    return listo_recur_list(rule, ICAL_BY_##NAME, list);                                  \
  }
LISTO_BY(second, SECOND) LISTO_BY(minute, MINUTE) LISTO_BY(hour, HOUR) LISTO_BY(day, DAY)
LISTO_BY(month_day, MONTH_DAY) LISTO_BY(year_day, YEAR_DAY) LISTO_BY(week_no, WEEK_NO)
LISTO_BY(month, MONTH) LISTO_BY(set_pos, SET_POS)
#undef LISTO_BY
#else
typedef struct icalrecurrencetype listo_recur;

static inline void listo_recur_free(listo_recur *rule) {
  if (rule) {
    free(rule->rscale);
    free(rule);
  }
}

/* NULL for a rule that libical refuses. */
static inline listo_recur *listo_recur_new(const char *text) {
  listo_recur *rule = (listo_recur *)malloc(sizeof *rule);
  if (!rule) return NULL;
  *rule = icalrecurrencetype_from_string(text);
  if (rule->freq == ICAL_NO_RECURRENCE) {
    listo_recur_free(rule);
    return NULL;
  }
  return rule;
}

static inline icalrecur_iterator *listo_recur_iterator(listo_recur *rule, struct icaltimetype start) {
  return icalrecur_iterator_new(*rule, start);
}

/* The list and its length: a list that is not full ends with a sentinel. */
static inline int listo_recur_list(const short *values, int capacity, const short **list) {
  int count = 0;
  while (count < capacity && values[count] != ICAL_RECURRENCE_ARRAY_MAX) count++;
  *list = values;
  return count;
}
#define LISTO_BY(name, SIZE)                                                              \
  static inline int listo_recur_by_##name(const listo_recur *rule, const short **list) {  \
    return listo_recur_list(rule->by_##name, SIZE, list);                                 \
  }
LISTO_BY(second, ICAL_BY_SECOND_SIZE)
LISTO_BY(minute, ICAL_BY_MINUTE_SIZE)
LISTO_BY(hour, ICAL_BY_HOUR_SIZE)
LISTO_BY(day, ICAL_BY_DAY_SIZE)
LISTO_BY(month_day, ICAL_BY_MONTHDAY_SIZE)
LISTO_BY(year_day, ICAL_BY_YEARDAY_SIZE)
LISTO_BY(week_no, ICAL_BY_WEEKNO_SIZE)
LISTO_BY(month, ICAL_BY_MONTH_SIZE)
LISTO_BY(set_pos, ICAL_BY_SETPOS_SIZE)
#undef LISTO_BY
#endif

#endif
