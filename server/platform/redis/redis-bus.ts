// The cluster bus over Redis pub/sub.

import { BusSubscriptions, type ClusterBus } from '../bus/index.ts'
import type { RedisConnections } from './redis-connections.ts'

export function redisBus({ commands, subscriber, prefix }: RedisConnections, name: string): ClusterBus {
  const subscriptions = new BusSubscriptions()
  const channelPrefix = `${prefix}:`
  subscriber.on('message', (channel, message) => {
    const from = message.slice(0, name.length)
    if (from === name) return
    subscriptions.dispatch(channel.slice(channelPrefix.length), message.slice(name.length + 1), from)
  })
  return {
    name,
    batchMs: 33,
    publish(channel, text) {
      if (commands.status === 'ready') commands.publish(channelPrefix + channel, `${name} ${text}`).catch(() => {})
    },
    subscribe(channel, callback) {
      // ioredis renews subscriptions by itself with each new connection.
      if (subscriptions.add(channel, callback)) subscriber.subscribe(channelPrefix + channel).catch(() => {})
      return () => {
        if (subscriptions.remove(channel, callback)) subscriber.unsubscribe(channelPrefix + channel).catch(() => {})
      }
    },
    onConnect(callback) {
      // Both connections are needed: messages are sent over one and received over the other.
      const callIfReady = () => {
        if (commands.status === 'ready' && subscriber.status === 'ready') callback()
      }
      commands.on('ready', callIfReady)
      subscriber.on('ready', callIfReady)
      callIfReady()
    },
    close: async () => {},
  }
}
