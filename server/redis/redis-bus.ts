// The bus over Redis: its publish and subscribe.

import { randomBytes } from 'node:crypto'
import { BusChannels, type ClusterBus } from '../cluster-bus.ts'
import type { RedisLinks } from './redis-connections.ts'

export function redisBus({ commands, subscriptions, prefix }: RedisLinks): ClusterBus {
  const name = randomBytes(6).toString('hex')
  const channels = new BusChannels()
  const begin = `${prefix}:`
  subscriptions.on('message', (channel, message) => {
    const from = message.slice(0, name.length)
    if (from !== name) channels.tell(channel.slice(begin.length), message.slice(name.length + 1), from)
  })
  return {
    name,
    paceMs: 33,
    publish(channel, text) {
      if (commands.status === 'ready') commands.publish(begin + channel, `${name} ${text}`).catch(() => {})
    },
    follow(channel, act) {
      // Subscriptions are made again by themselves with each new connection.
      if (channels.add(channel, act)) subscriptions.subscribe(begin + channel).catch(() => {})
      return () => {
        if (channels.remove(channel, act)) subscriptions.unsubscribe(begin + channel).catch(() => {})
      }
    },
    onOpen(act) {
      // Both must be there: what is asked for comes back on the other one.
      const tell = () => {
        if (commands.status === 'ready' && subscriptions.status === 'ready') act()
      }
      commands.on('ready', tell)
      subscriptions.on('ready', tell)
      tell()
    },
    close: async () => {},
  }
}
