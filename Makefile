# SwiftPM builds; this file only gives its commands their names and sees to what has to be installed.
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
SANITIZERS ?= address thread
# Which tests of make sanitize, test-later and test-release, as a regular expression.
FILTER ?=
# A module that a target imports and does not declare is there or not, as the order of the build has it.
DECLARED := --explicit-target-dependency-import-check error
# What make test leaves out.
SKIP ?=
# How many days test-later puts the clock forward.
DAYS ?= 400
# Further options of listo-bench, such as BENCH='--sizes 1000,10000 --runs 9' or BENCH=--growth.
BENCH ?=
# An option of app-test.
APP ?=
# Options of bench-crowds.
CROWDS ?=
# Options of bench-keys.
KEYS ?=

# Where the release build stands; a folder of its own lets it go on beside the tests.
RELEASE ?= .build
LISTO := $(RELEASE)/release/listo
DIST := .build/dist
OUTPUTS ?= .build/outputs
ENGINE = $(firstword $(foreach engine,podman docker,$(shell $(engine) info >/dev/null 2>&1 && echo $(engine))))
SOURCES := $(shell find Package.swift Sources -type f)
LINTED := Package.swift Sources Tests Samples/Apps Benchmarks/Package.swift Benchmarks/Sources
RESULTS := Benchmarks/.build/results.json
SYSTEM := $(shell uname -s)

BINARIES := $(DESTDIR)$(PREFIX)/bin
SHARED := $(DESTDIR)$(PREFIX)/share
# Debian's zsh looks elsewhere.
ZSH_FUNCTIONS ?= $(PREFIX)/share/zsh/site-functions
INSTALLED := $(BINARIES)/listo \
	$(SHARED)/bash-completion/completions/listo $(DESTDIR)$(ZSH_FUNCTIONS)/_listo \
	$(SHARED)/fish/vendor_completions.d/listo.fish

# Swift's library within the binary: it starts in a quarter of the time and runs where no Swift is installed. Other libraries are not
# looked for beside it. Each function has a section of its own and is seen by nobody outside, so that the linker leaves out what is not
# called: 2 of 30 MB. Functions that are the same code stand once: 1.4 MB. The addresses that are made good as it is loaded take 12 KB,
# not 1.4 MB, as glibc reads them from 2.36 on.
# The little that Swift's library calls of C++'s is linked in too: to load all of it takes a megabyte of memory, and a part of the start.
ifneq ($(SYSTEM),Darwin)
LINKED := --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker --no-export-dynamic -Xlinker --icf=all
# pkg-config names two libraries beside libical of which nothing is called, one of them with Berkeley DB behind it: 0.4 ms of each start.
# SwiftPM puts them before every option of the linker, so that --as-needed comes too late for them; clang leaves them out.
LINKING := CCC_OVERRIDE_OPTIONS='\#x-licalss x-licalvcal'
ifneq ($(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "yes" }'),)
PACKED := -Xlinker -z -Xlinker pack-relative-relocs
endif
CXX_ARCHIVE := $(filter /%,$(shell clang -print-file-name=libstdc++.a 2>/dev/null))
# A folder in which the linker finds that and nothing else.
CXX_FOLDER := $(if $(CXX_ARCHIVE),$(abspath $(RELEASE))/c++)
LINKED += $(if $(CXX_FOLDER),-Xswiftc -L$(CXX_FOLDER))
endif

.DEFAULT_GOAL := help
.PHONY: help prerequisites run test test-build outputs laws faults test-later test-release release install uninstall deb deb-tools deb-test deb-reproducible dist static container packages \
	site site-test app-test spark-test bench bench-smoke bench-crowds bench-keys bench-compare bench-build fuzz instructions instructions-record \
	servers-test servers-machine servers-faults bench-accounts refusals refusals-sample sanitize thorough docs lint format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-20s %s\n", $$1, $$2 }' Makefile

run: release ## install what is missing, build, and do the main job on Samples
	@.ci/demonstrate $(LISTO)

test: prerequisites ## install what is missing and run the tests, or all but some: SKIP='a test or suite'
	@.ci/tests $(SWIFT) test --parallel $(DECLARED) $(if $(SKIP),--skip '$(SKIP)')

laws: prerequisites ## every test that takes a seed, with new seeds: SEEDS=20 ROUNDS=2 (times those of make test) FILTER='a test or suite'
	@LISTO_ROUNDS=$(or $(ROUNDS),2) .ci/laws $(SWIFT) $(or $(SEEDS),20) '$(FILTER)'

# Before and after a change that is to leave every output as it is.
outputs: release ## digests of every verb and format over Samples and LISTO_CORPUS, in a file: OUTPUTS=.build/outputs, or the runs that differ from it: SINCE=yes
	@Tests/Outputs/outputs $(LISTO) $(if $(SINCE),--since $(OUTPUTS)) Samples $(if $(SINCE),,> $(OUTPUTS))

test-build: prerequisites
	$(SWIFT) build --build-tests $(DECLARED)

# Real edits killed at each of their writes, and two hundred at once.
faults: ## kill edits at every write, and run two hundred at once (ten minutes)
	@LISTO_FAULTS=all .ci/tests $(SWIFT) test $(DECLARED) --filter EditFaultTests

test-later: ## run tests that were built as if it were later: DAYS=400 FILTER='a test or suite'
	@Tests/Later/later $(DAYS) '$(or $(FILTER),TranscriptTests|ReadmeTests|ManualTests)'

# What a debug build takes minutes for.
test-release: release ## run tests that were built on the release build: FILTER='a test or suite', the hostile shapes by default
	@LISTO_PRODUCT=$(abspath $(LISTO)) .ci/tests $(SWIFT) test --skip-build --filter '$(or $(FILTER),HostileShapeTests)'

release: $(LISTO) ## build for release

$(LISTO): $(SOURCES) | prerequisites
	@$(if $(CXX_FOLDER),mkdir -p $(CXX_FOLDER) && ln -sf $(CXX_ARCHIVE) $(CXX_FOLDER))
	$(LINKING) $(SWIFT) build --configuration release $(LINKED) $(PACKED) --product listo --scratch-path $(RELEASE)
	@touch $@

prerequisites:
	@command -v $(SWIFT) >/dev/null || { echo "Listo needs Swift 6.2 or later: https://swift.org/install" >&2; exit 1; }
ifeq ($(SYSTEM),Darwin)
	@pkg-config --exists libical expat libpcre2-8 || { echo "Listo needs libical, expat and pcre2: brew install libical expat pcre2 pkg-config" >&2; exit 1; }
else
	@if command -v apt-get >/dev/null; then .ci/install-debian; \
	elif ! pkg-config --exists libical expat libpcre2-8; then \
		echo "Listo needs libical 3, Expat and PCRE2 with their headers, pkg-config and tzdata." >&2; exit 1; fi
endif

# What a debugger wants is two thirds of the binary. Where there is no strip (binutils), it is installed as it is.
STRIP ?= strip

install: $(LISTO) ## install binary, manual and completions: PREFIX=/usr/local DESTDIR=
	install -d $(sort $(dir $(INSTALLED)))
	install -m 755 $(LISTO) $(BINARIES)/listo
	$(if $(filter-out Darwin,$(SYSTEM)),! command -v $(STRIP) >/dev/null || $(STRIP) --strip-all $(BINARIES)/listo)
	.ci/manual install $(SHARED)/man
	$(LISTO) completions bash > $(SHARED)/bash-completion/completions/listo
	$(LISTO) completions zsh > $(DESTDIR)$(ZSH_FUNCTIONS)/_listo
	$(LISTO) completions fish > $(SHARED)/fish/vendor_completions.d/listo.fish

uninstall: ## remove what install put there
	rm -f $(INSTALLED)
	.ci/manual remove $(SHARED)/man

# Before anything is built for minutes.
deb-tools:
	@if command -v apt-get >/dev/null; then .ci/install-debian debhelper dpkg-dev; fi

deb: deb-tools release ## the Debian package, in .build/deb
	@.ci/deb $(LISTO) .build/deb

deb-test: deb-tools release ## look at the package, and install, upgrade and purge it in a bare chroot, as root: CHROOT=a tree of debootstrap
	@.ci/deb-test $(LISTO) .build/deb $(CHROOT)

deb-reproducible: deb-tools prerequisites ## build the package twice, in two folders, and compare: as long as two release builds
	@.ci/deb-reproducible .build/deb

# Packed relocations take a glibc of 2.36: what goes into an archive is linked again without them, and what release made is put back.
dist: release ## archives of a release in .build/dist: the sources, and a binary for any Linux with the libraries
	@mkdir -p $(DIST) && cp -p $(LISTO) $(DIST)/packed
	$(LINKING) $(SWIFT) build --configuration release $(LINKED) --product listo --scratch-path $(RELEASE)
	@cp $(LISTO) $(DIST)/listo && cp -p $(DIST)/packed $(LISTO) && touch $(LISTO)
	@.ci/dist $(DIST)/listo $(DIST)

static: release ## the command as one file for any Linux, without accounts, and an archive with its manual, in .build/dist; tried in an empty root, as root
	@SWIFT=$(SWIFT) .ci/static $(dir $(LISTO)) $(DIST)/listo-static
	@.ci/dist $(DIST)/listo-static $(DIST) linux-static

container: ## an image with the command, by podman or docker; it lists Samples
	@test -n "$(ENGINE)" || { echo "Neither podman nor docker runs here: the container is not built." >&2; exit 1; }
	$(ENGINE) build --file Packaging/Containerfile --tag listo .
	$(ENGINE) run --rm listo list /usr/share/doc/listo/examples/iCloud --limit 3

# For once a week: each takes minutes.
packages: deb-test dist static $(if $(ENGINE),container) ## build and try the Debian package, the archives, and the container where podman or docker is installed

site: release ## the site, as static pages in .build/site/site: guides, manual, formats, the library, how it is built
	@SWIFT=$(SWIFT) .ci/site $(LISTO) .build/site

site-test: site ## each link of the site, its search and its width on a telephone
	@.ci/site-test.py .build/site/site

app-test: prerequisites ## build the sample apps as a package of their own, and use them: APP=--linked is of the debug build, in seconds
	@SWIFT=$(SWIFT) .ci/app-test .build/apps $(APP)

spark-test: release ## what Spark makes with listo as its stage is what one merge makes: REMINDERS=2000
	@.ci/spark-test $(LISTO) .build/spark $(REMINDERS)

bench: bench-build ## measure every job beside libical, with goal and verdict: BENCH="--sizes 100000,1000000", or --growth, --formats, --changes, --peers
	cd Benchmarks && .build/release/listo-bench --json $(abspath $(RESULTS)) $(BENCH)

bench-smoke: bench-build ## every job of the benchmark once on 1,000 reminders
	cd Benchmarks && .build/release/listo-bench --smoke

bench-crowds: bench-build ## whether anything takes the square of the number of like things: CROWDS='--count 2000 --only alarms'
	cd Benchmarks && .build/release/listo-bench crowds $(CROWDS)

bench-keys: release ## time each key of browse in a list of 100,000 reminders, and its memory: KEYS='1000 --limit 50'
	@Benchmarks/keys $(LISTO) $(KEYS)

bench-compare: bench-build ## measure again and show what changed: BASE=Benchmarks/.build/results.json
	@test -f "$(BASE)" || { echo "make bench-compare BASE=file, a file that make bench stored" >&2; exit 64; }
	cd Benchmarks && .build/release/listo-bench --json .build/compared.json $(BENCH)
	@Benchmarks/.build/release/listo-bench compare $(BASE) Benchmarks/.build/compared.json

bench-build: release
	cd Benchmarks && $(SWIFT) build --configuration release

instructions: release ## count the instructions of small jobs, and compare with Benchmarks/instructions
	@.ci/instructions check $(LISTO)

instructions-record: release ## store the instructions that they take now
	@.ci/instructions record $(LISTO)

fuzz: prerequisites ## look for inputs that break a promise: TIME=600 TARGET=reader SEED=1
	@TIME=$(TIME) SEED=$(SEED) RUNS=$(RUNS) KEEP=$(KEEP) SWIFT=$(SWIFT) Tests/Fuzzing/fuzz $(TARGET)

servers-test: prerequisites ## the tests against CalDAV servers, all that are installed (Tests/Servers/server install KIND), and all faults of a sync
	@Tests/Servers/server install radicale xandikos
	@LISTO_SERVERS=all LISTO_SYNC_FAULTS=all LISTO_SYNC_STEPS=2000 .ci/tests $(SWIFT) test $(DECLARED) \
		--filter '$(or $(FILTER),ServerTests|SyncFaultTests|SyncMachineTests)'
	@$(MAKE) servers-machine STEPS=1000 LISTO=.build/debug/listo
	@$(MAKE) servers-machine STEPS=400 LISTO=.build/debug/listo KINDS="radicale31 xandikos02 sabre davical sogo"
	@$(MAKE) servers-faults EVERY=7 LISTO=.build/debug/listo KINDS="$$(Tests/Servers/server kinds | tr '\n' ' ')"

servers-machine: ## two Listos, python-caldav and real servers, with random edits, faults and kills: STEPS=200 SEED=1 LISTO=program KINDS="radicale xandikos cyrus"
	@Tests/Servers/server install radicale xandikos peers
	@"$$(Tests/Servers/server python)" Tests/Servers/machine --listo $(LISTO) --steps $(or $(STEPS),200) $(if $(SEED),--seed $(SEED)) $(KINDS)

servers-faults: ## each fault and each kill at each request of a sync with real servers, then a plain one (ten minutes a server): EVERY=1 LISTO=program KINDS="radicale xandikos cyrus"
	@Tests/Servers/server install radicale xandikos peers
	@"$$(Tests/Servers/server python)" Tests/Servers/machine --listo $(LISTO) --faults $(or $(EVERY),1) $(KINDS)

bench-accounts: release ## a sync of 10,000 reminders beside vdirsyncer and python-caldav: KINDS="radicale xandikos"
	@Tests/Servers/server install radicale xandikos peers
	@"$$(Tests/Servers/server python)" Benchmarks/accounts $(LISTO) $(KINDS)

# The servers are started by Tests/Servers/server, which says what has to be installed.
refusals: release ## what real servers refuse of CALENDARS, as it is and repaired: KINDS="radicale xandikos cyrus"
	Tests/Servers/refusals $(LISTO) $(CALENDARS) $(KINDS)

refusals-sample: release ## a handful of broken items: servers refuse them, and take them repaired: KINDS="radicale xandikos"
	Tests/Servers/refusals $(LISTO) --sample $(KINDS)

# A scratch folder for each: what one sanitizer compiled is of no use to the other. The backtracer waits for a terminal. What lives
# until a command ends is freed by its end, and no leak.
sanitize: prerequisites ## run the tests under sanitizers: SANITIZERS="address thread" FILTER='a test or suite'
	@for sanitizer in $(SANITIZERS); do \
		echo "== $$sanitizer sanitizer"; \
		LISTO_SANITIZER=$$sanitizer SWIFT_BACKTRACE=enable=no \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Support/thread-sanitizer" \
		.ci/tests $(SWIFT) test --no-parallel --sanitize=$$sanitizer --scratch-path .build/$$sanitizer \
			$(if $(FILTER),--filter '$(FILTER)') || exit 1; \
	done

thorough: bench-build ## what takes longer than .ci/run: fuzzing, new seeds, threads, and every job of the benchmark
	$(MAKE) fuzz TIME=60 RUNS=2000 SEED=1 KEEP=no
	$(MAKE) laws SEEDS=5
	$(MAKE) sanitize SANITIZERS=thread FILTER='ProgressTests|InputTreeTests|InputReadingTests|PipeTests|PlatformTests|LiveConversionTests|SelectedReadingTests|StatisticsTests|DifferenceTests|BackgroundStoreTests'
	$(MAKE) bench-smoke
	$(MAKE) bench-crowds CROWDS="--count 500"

docs: prerequisites ## build the pages about the library, without a warning: DOCS=.build/docs
	@SWIFT=$(SWIFT) .ci/docs $(DOCS)

lint: ## check the format of the sources, the manual, the scripts and the language of the pages
	$(SWIFT) format lint --strict --parallel --recursive $(LINTED)
	@! LC_ALL=C.UTF-8 grep -rnP --include='*.swift' --exclude-dir=.build '^(?=.{111}) *//+ [A-Za-z(*-]' $(LINTED) || { echo "These comments are wider than 110 columns." >&2; exit 1; }
	@for script in $(filter-out %.py,$(wildcard .ci/*)) Tests/Later/later Tests/Fuzzing/fuzz Tests/Servers/server; do bash -n $$script || exit 1; done
	@.ci/plain-english README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Documentation/*.md Documentation/Guides/*.md Sources/Listo/Listo.docc/*.md
	@if command -v mandoc >/dev/null; then echo mandoc -Tlint -Wwarning man/*.[1-8]; mandoc -Tlint -Wwarning man/*.[1-8]; \
	else echo "mandoc is not installed: the manual is not checked."; fi

format: ## format the sources
	$(SWIFT) format --in-place --parallel --recursive $(LINTED)

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Tests/Fuzzing/.build
