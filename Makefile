# The entry for users and CI. `make help` lists the targets.

SUITE ?= default
OUT ?=
ARGS ?=
WITH_VALGRIND ?=
WITH_PLOT ?=
RUN ?= results/latest
WITH ?=
BY ?= topology
BASE ?=
PREFIX ?= /usr/local
DESTDIR ?=
SEED ?=
PROGRAMS ?= 1000000
OBSERVERS ?= $(PROGRAMS)
SCHEDULES ?= 100000
JOBS ?= 1
SWIFT ?= swift
export SWIFT

FLOWBENCH = .build/release/flowbench
# A package that uses this one, built in the same place so that nothing is compiled twice.
OWN = .build/release/OwnStore
OWN_STORES = own-value own-class own-actor own-awaited
OWN_COPIES = own-floor own-flow own-inout
comma = ,
empty =
commas = $(subst $(empty) $(empty),$(comma),$(strip $(1)))
# Debug information is left out because it takes half of the executable and much memory of the
# compiler: the loops of every store are compiled for each workload. Symbols stay.
RELEASE = --configuration release -debug-info-format none
PYTEST = .build/plot-venv/bin/python -B -m pytest --quiet -p no:cacheprovider
PLOT = PYTHONPATH=Scripts .build/plot-venv/bin/python -B -m plot

.DEFAULT_GOAL := help
.PHONY: help deps build bench load compare claims check baseline doctor verify test test-all hotpath example \
  sanitize sanitize-thread sanitize-address docs pages install plot test-plot test-scripts faults model \
  noise compile-cost reference-plots check-macos oldest-systems lint format clean

help: ## Show this list
	@printf 'make <target>  [SUITE=smoke|default|full|gate|claims] [OUT=DIR] [ARGS="--design flow"]\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'

deps: ## Install missing packages; WITH_VALGRIND=1 to count instructions, WITH_PLOT=1 to draw and to test scripts
	@Scripts/deps $(if $(WITH_VALGRIND),valgrind,$(if $(filter deps,$(MAKECMDGOALS)),offer))
	@$(if $(WITH_PLOT),Scripts/deps plot && Scripts/plot/environment dev)

build: deps ## Build the release executable and the counting library
	@if [ ! -x $(FLOWBENCH) ]; then echo "Building flowbench for release, with the loops of every store for each" \
	  "workload: about 4 minutes on 2 cores, only this time."; \
	elif [ -n "$$(find Package.swift Sources -newer $(FLOWBENCH) | head -n 1)" ]; then \
	  echo "Building what has changed in flowbench: up to 4 minutes on 2 cores."; fi
	$(SWIFT) build $(RELEASE) --product flowbench
	$(SWIFT) build $(RELEASE) --product FlowCount

bench: build ## Run a suite, write results/, print the table
	$(FLOWBENCH) run $(if $(filter file,$(origin SUITE)),,--suite $(SUITE)) $(if $(OUT),--out $(OUT)) $(ARGS)

load: build ## Measure the response time under a given load; SUITE=smoke; ARGS="--rate 50000"
	$(FLOWBENCH) load $(if $(filter file,$(origin SUITE)),,--suite $(SUITE)) $(if $(OUT),--out $(OUT)) $(ARGS)

compare: build ## Compare levels of the latest run; BY=design; RUN=DIR WITH=DIR: two runs or loads
	@test -e "$(RUN)/samples.csv" || test -e "$(RUN)/loads.csv" || case "$(RUN)" in \
	  results/latest) $(MAKE) bench ARGS= OUT= ;; \
	  results/latest-load) $(MAKE) load SUITE=$(SUITE) ARGS= OUT= ;; esac
	$(FLOWBENCH) compare "$(RUN)" $(if $(WITH),"$(WITH)",--by $(BY)) $(ARGS)

claims: build ## Check seven claims about stores; RUN=DIR: in that run
ifeq ($(origin RUN),file)
	$(FLOWBENCH) run --suite claims $(if $(OUT),--out $(OUT)/run) > /dev/null
	$(FLOWBENCH) load --suite claims $(if $(OUT),--out $(OUT)/load) > /dev/null
	$(FLOWBENCH) claims --run $(if $(OUT),$(OUT)/run,results/latest) \
	  --load $(if $(OUT),$(OUT)/load,results/latest-load) $(ARGS)
else
	$(FLOWBENCH) claims --run "$(RUN)" $(ARGS)
endif

check: build ## Compare counts with results/baseline/; BASE=revision: compare times, too
	@base=""; \
	if [ -n "$(BASE)" ]; then base=$$(RELEASE="$(RELEASE)" Scripts/base "$(BASE)") || exit 1; fi; \
	$(FLOWBENCH) check $${base:+--base "$$base" --base-name "$(BASE)"} \
	  $(if $(OUT),--out $(OUT)) $(ARGS)

baseline: build ## Write the current counts to results/baseline/
	$(FLOWBENCH) check --update $(ARGS)

doctor: build ## Report what this machine can measure and what disturbs it
	$(FLOWBENCH) doctor $(ARGS)

verify: deps ## Check the correctness of each store (debug); ARGS="--design flow"
	$(SWIFT) build --product flowbench
	.build/debug/flowbench verify $(ARGS)

test: deps ## Build and run the tests (debug), except for long ones
	@Scripts/test $(ARGS)

test-all: deps ## Build and run all tests (debug)
	@Scripts/test --all $(ARGS)

hotpath: build ## Compare the calls in the driver's loops, in machine code, with a list
	@Scripts/deps hotpath
	@Scripts/hotpath --self-test
	@Scripts/hotpath $(FLOWBENCH)
	@Scripts/unoptimised

example: build ## Build and run Examples/OwnStore, Examples/Shop and the packages that init writes
	@# The build plan in that folder can be that of another package.
	$(SWIFT) build $(RELEASE) --package-path Examples/OwnStore --product OwnStore \
	  --scratch-path "$(CURDIR)/.build" --disable-build-manifest-caching
	@Scripts/deps hotpath
	Scripts/hotpath $(OWN) Examples/OwnStore/hotpath.allow $(OWN_STORES) $(OWN_COPIES)
	Scripts/unoptimised $(OWN).product/Objects.LinkFileList OwnStore
	$(OWN) verify --design $(call commas,$(OWN_STORES)) --workload counter,shop,favorites,app,echo,search,thermostat
	rm -rf .build/example
	$(OWN) run --suite smoke --design floor,$(call commas,$(OWN_STORES)) --out .build/example/run
	$(OWN) run --suite smoke --design floor,$(call commas,$(OWN_STORES)) --workload thermostat \
	  --topology single,per-feature --features 10 --out .build/example/thermostat
	$(OWN) load --suite smoke --design floor,$(call commas,$(OWN_STORES)) --out .build/example/load \
	  --threshold abandoned_total==0
	@# Restores the build plan of this package.
	@$(SWIFT) build $(RELEASE) --disable-build-manifest-caching --product FlowCount > .build/example/build.log
	@Scripts/try-init
	@Scripts/try-shop

sanitize: sanitize-thread sanitize-address ## Run the tests of FlowCore and of stores under two sanitizers; -j 2: at the same time

sanitize-thread:
	TEST_LOG=.build/test-thread.log FLOWBENCH_SHIPPED_ONLY=1 FLOWBENCH_ALLOCATOR=system \
	  TSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/thread-sanitizer.supp \
	  Scripts/test --sanitize thread --scratch-path .build-thread $(or $(ARGS),--skip LongTests/)

sanitize-address:
	TEST_LOG=.build/test-address.log FLOWBENCH_SHIPPED_ONLY=1 FLOWBENCH_ALLOCATOR=system \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/leak-sanitizer.supp \
	  Scripts/test --sanitize address --scratch-path .build-address $(or $(ARGS),--skip LongTests/)

docs: ## Build the documentation of the libraries for apps, and print its path
	@Scripts/docs

pages: ## Write docs/COLUMNS.md
	$(SWIFT) build --product flowbench
	.build/debug/flowbench list --page columns > .build/columns.md && mv .build/columns.md docs/COLUMNS.md

install: build ## Install flowbench and completions below PREFIX (/usr/local)
	@Scripts/install $(FLOWBENCH) "$(DESTDIR)$(PREFIX)"

plot: ## Draw RUN=DIR (results/latest), compared with WITH=DIR, into OUT=DIR (RUN/plots)
	@Scripts/plot/environment
	@$(PLOT) --run "$(RUN)" $(if $(WITH),--with "$(WITH)") $(if $(OUT),--out "$(OUT)") $(ARGS)

test-plot: ## Test the plots, in a browser if chromium is installed (make deps WITH_PLOT=1)
	@Scripts/plot/environment dev
	@$(PYTEST) Tests/PlotTests $(ARGS)

test-scripts: ## Test the scripts
	@Scripts/plot/environment dev
	@$(PYTEST) Tests/ScriptTests $(ARGS)

faults: build ## Make single calls of flowbench fail, and kill it; ARGS="--points 20 load", ARGS=--help
	@python3 -B Scripts/faults $(ARGS)

model: ## Compare FlowCore with its model: PROGRAMS=1000000, OBSERVERS=, SCHEDULES=100000, SEED=0
	$(SWIFT) build --configuration release --product FlowCoreModelRunner -Xswiftc -assert-config \
	  -Xswiftc Debug --scratch-path .build-model
	.build-model/release/FlowCoreModelRunner programs $(or $(SEED),0) $(PROGRAMS)
	.build-model/release/FlowCoreModelRunner observers $(or $(SEED),0) $(OBSERVERS)
	.build-model/release/FlowCoreModelRunner schedules $(or $(SEED),0) $(SCHEDULES)

noise: build ## Find out where the variation of times comes from on this machine; ARGS="--rounds 100"
	@rm -rf .build/noise
	@Scripts/noise $(ARGS)

compile-cost: ## Measure the compile time and code size of an app of 50 features, in the style of each design
	@Scripts/compile-cost --jobs $(JOBS) $(ARGS)

reference-plots: ## Keep RUN=DIR as results/reference, and draw the README's figures
	@Scripts/plot/environment
	@$(PLOT) --run "$(RUN)" --reference results/reference

check-macos: ## Compile the package for macOS and iOS on Linux, without running it
	@PYTHONPATH=Scripts python3 -B -m macos $(ARGS)

oldest-systems: ## Run FlowCore's tests as on macOS 15 and iOS 17
	@Scripts/oldest-systems $(ARGS)

lint: ## Check format, shell scripts, Python and prose
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples
	@if command -v shellcheck >/dev/null; then \
	  shellcheck Scripts/base Scripts/deps Scripts/docs Scripts/install Scripts/oldest-systems Scripts/test Scripts/try-init Scripts/try-shop Scripts/plot/environment .ci/run; fi
	@ruff=.build/plot-venv/bin/ruff; [ -x "$$ruff" ] || ruff="$$(command -v ruff)" || \
	  { echo "lint: ruff is not installed, Python is not checked; run make deps WITH_PLOT=1" >&2; exit 0; }; \
	  "$$ruff" check --quiet && "$$ruff" format --quiet --check
	@python=.build/plot-venv/bin/python; "$$python" -c 'import proselint, textstat' 2>/dev/null || \
	  { echo "lint: proselint is not installed, prose is not checked; run make deps WITH_PLOT=1" >&2; exit 0; }; \
	  "$$python" -B Scripts/prose
	@Scripts/structure
	@Scripts/surface
	@Scripts/tidy

format: ## Format the sources in place
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Examples

clean: ## Remove build products, and keep results
	rm -rf .build .build-thread .build-address .build-model .build-base
