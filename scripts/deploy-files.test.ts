// Tests the files of compose and Kubernetes: their settings exist, and they have the format that the programs expect.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseAllDocuments, parse as parseYaml } from 'yaml'
import { settings } from '../server/platform/config/settings.ts'
import { projectRoot, readProjectFile } from './project-files.ts'
import { requireProgram } from './test-programs.mjs'

type Environment = Record<string, string>
interface ComposeService {
  image?: string
  build?: string
  environment?: Environment
  stop_grace_period?: string
  read_only?: boolean
  depends_on?: string[] | Record<string, unknown>
}
interface ComposeFile {
  services: Record<string, ComposeService>
  configs?: Record<string, { content: string }>
}
interface IngressPath {
  path: string
  pathType: string
  backend: { service: { name: string } }
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

const composeFiles = ['compose.yaml', 'deploy/compose.cluster.yaml']
const readCompose = (path: string): ComposeFile =>
  parseYaml(readProjectFile(path).replaceAll('$$', '$'), { merge: true })
const servers = ({ services }: ComposeFile) => Object.values(services).filter(({ build }) => build !== undefined)

const manifestFolder = 'deploy/kubernetes'
const manifestFiles = readdirSync(join(projectRoot, manifestFolder)).filter(name => name !== 'kustomization.yaml')
const manifests: Manifest[] = manifestFiles.flatMap(name =>
  parseAllDocuments(readProjectFile(`${manifestFolder}/${name}`)).map(document => document.toJS()),
)
const manifestOf = (kind: string) => {
  const found = manifests.find(manifest => manifest.kind === kind)
  assert.ok(found, `there is no ${kind}`)
  // biome-ignore lint/suspicious/noExplicitAny: its form is checked against the schemas below
  return found as any
}

/** Empty values and those from the environment are skipped: the operator sets them. */
function requireValidSettings(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    assert.ok(name in settings, `${name} is not a setting`)
    if (value !== '' && !value.includes('${')) settings[name as keyof typeof settings].read(value, name)
  }
}

/** How long a server may take to stop: it drains, then closes (server/serve.ts). */
function requireGrace(seconds: number, drainSeconds: number): void {
  const [, closeMs] = /closeLimitMs = ([\d_]+)/.exec(readProjectFile('server/serve.ts')) ?? []
  const needed = drainSeconds + Number(closeMs?.replaceAll('_', '')) / 1000
  assert.ok(seconds > needed, `a stop takes up to ${needed} s, but only ${seconds} s are granted`)
}

for (const path of composeFiles)
  test(`[OPS-57] ${path} has valid settings, time to drain and a read-only root`, () => {
    const file = readCompose(path)
    const nodes = servers(file)
    assert.ok(nodes.length > 0)
    for (const { environment = {}, stop_grace_period = '', read_only } of nodes) {
      requireValidSettings(environment)
      requireGrace(Number.parseInt(stop_grace_period, 10), Number(environment.DRAIN_SECONDS ?? 5))
      assert.equal(read_only, true)
    }
    for (const { depends_on = [] } of Object.values(file.services))
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        assert.ok(file.services[name], `there is no service ${name}`)
  })

/** What a compose file sets itself, and what makes no sense in its containers. */
const notPassed: Record<string, RegExp> = {
  'compose.yaml': /^(PORT|HOST|DATA_DIR|REDIS_URL|DRAIN_SECONDS|S3_\w+|\w+_FILE)$/,
  'deploy/compose.cluster.yaml': /^(PORT|HOST|DATA_DIR|S3_REGION|S3_PREFIX|\w+_FILE)$/,
}

for (const path of composeFiles)
  test(`[OPS-57] ${path} passes every setting on, has no default password, and names exact versions`, () => {
    const file = readCompose(path)
    for (const { environment = {} } of servers(file))
      for (const name of Object.keys(settings))
        assert.ok(name in environment || notPassed[path]?.test(name), `${name} is not passed on`)
    const text = readProjectFile(path)
    const required = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET_ACCESS_KEY))(\W)(\S)/g)]
    for (const [, name = '', colon, mark] of required.filter(([, name]) => name !== 'ADMIN_PASSWORD'))
      assert.equal(`${colon}${mark}`, ':?', `${name} has to be set`)
    assert.ok(required.length >= 2)
    for (const [, name = '', value] of text.matchAll(
      /(\w*(?:PASSWORD|SECRET|SECRET_ACCESS_KEY|SECRET_KEY|TOKEN)): (.*)/g,
    ))
      assert.match(value ?? '', /^'?\$\{\w+:(\}|-\}|\?)/, `${name} has a value of its own`)
    for (const { image } of Object.values(file.services).filter(({ build }) => build === undefined))
      assert.match(image ?? '', /:\d+\.\d+(\.\d+)*$/, 'an exact version')
  })

test('[OPS-57] the proxy of the cluster is valid for HAProxy and knows every node', t => {
  const file = readCompose('deploy/compose.cluster.yaml')
  const config = file.configs?.proxy?.content ?? ''
  const nodes = Object.entries(file.services).flatMap(([name, { build }]) => (build ? [name] : []))
  assert.equal(nodes.length, 3)
  for (const name of nodes) assert.match(config, new RegExp(`server ${name} ${name}:8080`))
  const folder = mkdtempSync(join(tmpdir(), 'tessera-proxy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'haproxy.cfg'), config)
  const { status, stdout, stderr } = spawnSync(requireProgram('haproxy'), ['-c', '-f', join(folder, 'haproxy.cfg')], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
})

test('[OPS-58] the manifests of Kubernetes match the published schemas', async () => {
  for (const manifest of manifests) {
    const { [manifest.kind]: Model } = await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)
    new Model(manifest).validate()
  }
})

/** The schemas allow unknown fields, so a misspelled one would be ignored. The types do not. */
test('[OPS-58] the manifests of Kubernetes have no unknown field', () => {
  assert.equal(typeErrors(manifests), '')
  const misspelled = structuredClone(manifestOf('Deployment'))
  misspelled.spec.template.spec.containers[0].readynessProbe = {}
  assert.match(typeErrors([misspelled]), /readynessProbe/)
})

const scratch = mkdtempSync(join(tmpdir(), 'tessera-manifests-'))
after(() => rmSync(scratch, { recursive: true }))
symlinkSync(join(projectRoot, 'node_modules'), join(scratch, 'node_modules'))
writeFileSync(join(scratch, 'package.json'), '{"type":"module"}')

function typeErrors(list: readonly Manifest[]): string {
  const lines = list.flatMap(({ apiVersion, kind, ...rest }, index) => [
    `import type { I${kind} as Type${index} } from 'kubernetes-models/${apiVersion}/${kind}'`,
    `export const manifest${index}: Type${index} = ${JSON.stringify({ apiVersion, kind, ...rest })}`,
  ])
  writeFileSync(join(scratch, 'manifests.ts'), lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--pretty', 'false']
  const tsc = join(projectRoot, 'node_modules/.bin/tsc')
  return spawnSync(process.execPath, [tsc, ...options, 'manifests.ts'], { cwd: scratch, encoding: 'utf8' }).stdout
}

test('[OPS-58] the manifests have valid settings, refer to each other, and give time to drain', () => {
  const configMap = manifestOf('ConfigMap')
  const secret = manifestOf('Secret')
  requireValidSettings(configMap.data)
  for (const name of Object.keys(secret.stringData)) assert.ok(name in settings, `${name} is not a setting`)
  const pod = manifestOf('Deployment').spec.template
  const [container] = pod.spec.containers
  requireGrace(pod.spec.terminationGracePeriodSeconds, Number(configMap.data.DRAIN_SECONDS))
  const { periodSeconds, failureThreshold } = container.readinessProbe
  assert.ok(periodSeconds * failureThreshold < Number(configMap.data.DRAIN_SECONDS), 'noticed before the drain ends')
  assert.deepEqual(manifestOf('Service').spec.selector, pod.metadata.labels)
  assert.deepEqual(manifestOf('PodDisruptionBudget').spec.selector.matchLabels, pod.metadata.labels)
  assert.equal(container.securityContext.readOnlyRootFilesystem, true)
  assert.equal(pod.spec.securityContext.runAsNonRoot, true)
  const mounts = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  assert.deepEqual(mounts, ['/data', '/tmp'])
  const { resources } = parseYaml(readProjectFile(`${manifestFolder}/kustomization.yaml`))
  for (const name of resources)
    assert.ok(manifestFiles.includes(name) || manifestFiles.includes(name.replace('.yaml', '.example.yaml')), name)
})

test('[OPS-58] the manifests keep metrics and saved mail inside, and let only the ingress controller in', () => {
  assert.equal(manifestOf('ConfigMap').data.METRICS_ALLOW, undefined, 'metrics are for the pod itself')
  assert.ok('METRICS_TOKEN' in manifestOf('Secret').stringData)
  const pod = manifestOf('Deployment').spec.template
  assert.equal(pod.metadata.annotations, undefined, 'nothing announces the metrics')
  const [{ http }] = manifestOf('Ingress').spec.rules
  const backends = new Map(
    http.paths.map(({ path, pathType, backend }: IngressPath) => [path, `${pathType} ${backend.service.name}`]),
  )
  for (const path of ['/metrics', '/mail']) assert.equal(backends.get(path), 'Prefix tessera-closed')
  assert.equal(backends.get('/'), 'Prefix tessera')
  const closed = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'tessera-closed')
  // biome-ignore lint/suspicious/noExplicitAny: its form is checked against the schemas
  assert.equal((closed as any).spec.selector, undefined, 'it leads to no pod')
  const { spec } = manifestOf('NetworkPolicy')
  assert.deepEqual(spec.podSelector.matchLabels, pod.metadata.labels)
  assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress'])
  for (const { from, ports } of spec.ingress) assert.ok(from.length > 0 && ports.length > 0)
  const blocked = spec.egress.flatMap(({ to }: { to: { ipBlock: { except: string[] } }[] }) =>
    to.flatMap(({ ipBlock }) => ipBlock.except),
  )
  assert.ok(blocked.includes('169.254.169.254/32'), 'the metadata of the cloud')
  const { resources } = parseYaml(readProjectFile(`${manifestFolder}/kustomization.yaml`))
  assert.ok(resources.includes('network-policy.yaml'))
})
