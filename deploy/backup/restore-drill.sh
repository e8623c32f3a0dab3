#!/bin/sh
# Restores a backup into an empty temporary folder, checks it and lists its accounts. The service is not touched.
# Usage: restore-drill.sh <archive> [options of `tessera restore`, such as --key-file <file>]
# DRILL_DATABASE_URL: an empty PostgreSQL database to restore into. TESSERA: how to run the operator's commands.
# SECRET_KEY has to be the key of the server that was backed up, if it had one.
set -eu

archive=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export DATA_DIR="$folder"
export DATABASE_URL="${DRILL_DATABASE_URL:-}"
# The drill does not touch the service: no bucket, no Redis, no mail server, no sign-in provider.
unset REDIS_URL S3_BUCKET S3_ENDPOINT SMTP_URL OIDC_ISSUER OTEL_EXPORTER_OTLP_ENDPOINT
export PASSWORD_SIGN_IN=1

tessera=${TESSERA:-npm run -s tessera --}
$tessera restore "$archive" "$@"
$tessera check
$tessera user list
echo "The backup can be restored."
