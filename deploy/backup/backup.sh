#!/bin/sh
# Writes a backup with today's date to a folder and removes old ones there.
# Usage: backup.sh <folder> [options of `tessera backup`, such as --encrypt --key-file <file>]
# KEEP_DAYS (30): how long backups are kept. TESSERA: how to run the operator's commands.
set -eu
umask 077

folder=$1
shift
file="$folder/tessera-$(date -u +%Y-%m-%d).tessera"
mkdir -p "$folder"

# Under another name until it is complete, so that nobody mistakes a partial backup for a complete one.
rm -f "$file.part"
${TESSERA:-npm run -s tessera --} backup "$file.part" "$@"
mv "$file.part" "$file"

# Only after a new one was written: a failing backup never removes the last good one.
find "$folder" -name 'tessera-*.tessera' -mtime "+${KEEP_DAYS:-30}" -delete
echo "$file"
