/*
 * What Debian's libstdc++ and libgcc expect of glibc and musl does not have: lets a musl executable run on a
 * Debian, where there is musl but no C++ library for it. Real musl systems bring their own.
 */
#include <stddef.h>
char __libc_single_threaded = 0;
int __cpu_model[4];
int __cpu_indicator_init(void) { return 0; }
int _dl_find_object(void *address, void *result) { (void)address; (void)result; return -1; }
int __cxa_thread_atexit_impl(void (*f)(void *), void *o, void *d) { (void)f; (void)o; (void)d; return 0; }
extern long getrandom(void *, size_t, unsigned);
unsigned arc4random(void) { unsigned n = 0; getrandom(&n, sizeof n, 0); return n; }
extern size_t strftime_l(char *, size_t, const char *, const void *, void *);
size_t __strftime_l(char *s, size_t n, const char *f, const void *t, void *l) { return strftime_l(s, n, f, t, l); }
extern unsigned long getauxval(unsigned long);
unsigned long __getauxval(unsigned long type) { return getauxval(type); }
