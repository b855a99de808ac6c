# Functions of the engines of a sweep.
# shellcheck shell=bash

fail() {
  echo "sweep: $*" >&2
  exit 1
}

# usage_of FILE: prints the comment at the top of a script.
usage_of() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p;}' "$1"; }

# program: prints the real path of flowbench, which has its library beside it.
program() {
  local given=${FLOWBENCH:-"$(dirname "${BASH_SOURCE[0]}")/../../.build/release/flowbench"}
  [ -x "$given" ] || fail "there is no $given; run make build, or set FLOWBENCH"
  realpath -- "$given"
}

# count NAME VALUE: refuses values that are not positive numbers.
count() { [[ "$2" =~ ^[1-9][0-9]{0,4}$ ]] || fail "$1: must be a whole number from 1 to 99999, got '$2'"; }

# read_options NAMES WORD…: sets shards, logins, jobs and out from the named options, and `rest` to the words
# after --.
read_options() {
  local names=" $1 "
  shift
  shards="" logins=":" jobs=1 out="" rest=()
  while [ "$#" -gt 0 ]; do
    case "$1" in
      -h | --help) usage_of "$0"; exit 0 ;;
      --) shift; rest=("$@"); break ;;
    esac
    [[ "$names" == *" $1 "* ]] || fail "unknown option '$1'; put options of flowbench after --"
    [ "$#" -gt 1 ] || fail "$1: must be given a value"
    case "$1" in -m) shards=$2 ;; -S) logins=$2 ;; -j) jobs=$2 ;; --out) out=$2 ;; esac
    shift 2
  done
  count -m "$shards"
  count -j "$jobs"
  [ -n "$out" ] || fail "--out: must be given"
}

# plan: makes `out` absolute, and sets flowbench and the name of the sweep.
plan() {
  flowbench=$(program)
  mkdir -p "$out"
  out=$(cd "$out" && pwd)
  # Bash 3.2 has no empty array under `set -u`.
  sweep=$(stage "$flowbench" "$out" "$shards" ${rest[@]+"${rest[@]}"})
}

# Prints a script that answers the git commands of flowbench (Environment/Checkout.swift) with the state of
# this checkout. The machines of a sweep have no checkout or another one, and merging requires the same
# commit in all shards.
# shellcheck disable=SC2016 # the text is a script
planned_git() {
  local commit changed=0 new ending sources=()
  echo '#!/bin/sh'
  if commit=$(git rev-parse --verify HEAD 2>/dev/null); then
    git diff --quiet --no-ext-diff HEAD -- || changed=1
    for ending in swift c h m mm cc cpp cxx hpp S modulemap; do sources+=(":(top,glob)**/*.$ending"); done
    new=$(git ls-files --others --exclude-standard -- ${sources[@]+"${sources[@]}"} ':(top,exclude,glob)**/.build/**' | head -n 1)
    printf 'case "$1" in\n  rev-parse) echo %s ;;\n  diff) exit %s ;;\n  ls-files) printf "%s" ;;\nesac\n' \
      "$commit" "$changed" "${new:+new}"
  else
    echo 'exit 128'
  fi
}

# stage FLOWBENCH OUT M run|load [OPTIONS…]: prints "sweep-DIGEST" of the plan, and copies the files that
# each machine needs to OUT/sweep-DIGEST/program, once, so that a later build changes nothing.
stage() {
  local flowbench=$1 out=$2 shards=$3 here digest name other
  shift 3
  case "${1:-}" in
    run | load) ;;
    *) fail "after -- comes 'run' or 'load' with options, got '${1:-}'" ;;
  esac
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  digest=$("$flowbench" "$@" --shard "1/$shards" --dry-run) || exit 1
  digest=$(sed -n 's/^plan: \([0-9a-f]\{16\}\)$/\1/p' <<<"$digest")
  [ -n "$digest" ] || fail "'$flowbench $1 --dry-run' names no plan; is it older than these scripts?"
  for other in "$out"/sweep-*-of-*; do
    if [ -d "$other" ] && [ "$other" != "$out/sweep-$digest-of-$shards" ]; then
      fail "--out: $out has $(basename "$other"), and this is sweep-$digest-of-$shards"
    fi
  done
  name="sweep-$digest-of-$shards"
  if [ ! -e "$out/$name/program" ]; then
    rm -rf "$out/$name/program.new"
    mkdir -p "$out/$name/program.new/planned"
    cp "$flowbench" "$out/$name/program.new/flowbench"
    for other in "$(dirname "$flowbench")"/libFlowCount.*; do
      case "$other" in *.so | *.dylib) cp "$other" "$out/$name/program.new/" ;; esac
    done
    cp "$here/shard" "$here/merge" "$out/$name/program.new/"
    planned_git >"$out/$name/program.new/planned/git"
    chmod +x "$out/$name/program.new/planned/git"
    mv "$out/$name/program.new" "$out/$name/program"
  fi
  echo "$name"
}
