// Three nodes behind a proxy, with their own PostgreSQL, Redis and S3 store. Each node reaches these services, and the
// proxy reaches each node, through separate links, which can be disturbed.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../scripts/test-servers.ts'
import { type NetworkLink, openNetworkLink } from '../../server/testing/network-link.ts'
import { type S3Server, startS3Server } from '../../server/testing/s3-server.ts'
import { createPeople } from '../../server/testing/server-process.ts'
import { type PostgresServer, query, startPostgresServer } from './postgres-server.ts'
import { type ProxyServer, startProxyServer } from './proxy-server.ts'
import type { Reaper } from './reaper.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { makeNode, type ServerNode } from './server-node.ts'
import { makeSmallDisk } from './small-disk.ts'
import type { Stack } from './stack.ts'

export interface ClusterNode extends ServerNode {
  readonly links: Readonly<Record<'postgres' | 'redis' | 'storage' | 'proxy', NetworkLink>>
}

export interface Cluster extends Stack {
  readonly nodes: readonly ClusterNode[]
  readonly postgres: PostgresServer
  readonly redis: RedisServer
  readonly storage: S3Server
  readonly proxy: ProxyServer
}

const s3 = { accessKeyId: 'torture', secretAccessKey: 'torture-secret', region: 'us-east-1', bucket: 'torture' }
const nodeNames = ['node-1', 'node-2', 'node-3']

export async function startCluster(
  folder: string,
  reaper: Reaper,
  onUnexpectedExit: (description: string) => void,
): Promise<Cluster> {
  const postgres = await startPostgresServer(folder, reaper)
  const redis = await startRedisServer(folder, reaper)
  const storage = await startS3Server(s3)
  const people = await createPeople({ dataDir: join(folder, 'people'), databaseUrl: postgres.url })
  const targets = { postgres: postgres.port, redis: redis.port, storage: Number(new URL(storage.endpoint).port) }
  const nodes = await Promise.all(
    nodeNames.map(name => makeClusterNode({ name, folder, targets, reaper, onUnexpectedExit })),
  )
  await Promise.all(nodes.map(node => node.program.start()))
  const proxy = await startProxyServer(
    folder,
    nodes.map(node => node.links.proxy.port),
    reaper,
  )
  return {
    url: proxy.url,
    nodes,
    postgres,
    redis,
    storage,
    proxy,
    people,
    programs: [...nodes.map(node => node.program), postgres.program, redis.program, proxy.program],
    canFillDisks: nodes.every(node => node.disk.fill !== null),
    query: statement => query(postgres.url, statement),
    async heal() {
      storage.queuedErrors.length = 0
      for (const { links, disk } of nodes) {
        for (const link of Object.values(links)) link.restore()
        await disk.empty()
      }
    },
    checkDatabase: async () => [],
    async close() {
      for (const { links } of nodes) for (const link of Object.values(links)) await link.close()
      await storage.close()
    },
  }
}

interface ClusterNodeSettings {
  readonly name: string
  readonly folder: string
  readonly targets: { readonly postgres: number; readonly redis: number; readonly storage: number }
  readonly reaper: Reaper
  readonly onUnexpectedExit: (description: string) => void
}

async function makeClusterNode(settings: ClusterNodeSettings): Promise<ClusterNode> {
  const { name, folder, targets, reaper, onUnexpectedExit } = settings
  const link = (port: number) => openNetworkLink({ host: '127.0.0.1', port })
  const port = await freePort()
  const links = {
    postgres: await link(targets.postgres),
    redis: await link(targets.redis),
    storage: await link(targets.storage),
    // The link from the proxy to the node.
    proxy: await link(port),
  }
  const temporaryFolder = join(folder, `${name}-temporary`)
  await mkdir(temporaryFolder)
  const node = makeNode({
    name,
    port,
    disk: await makeSmallDisk(join(folder, name), reaper),
    temporaryFolder,
    env: {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${links.postgres.port}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${links.redis.port}`,
      // HAProxy notices within a second.
      DRAIN_SECONDS: '2',
      S3_ENDPOINT: `http://127.0.0.1:${links.storage.port}`,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    reaper,
    onUnexpectedExit,
  })
  return { ...node, links }
}
