// Waits until a job of the service has ended, and reports its progress.

export interface WatchedJob {
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0 to 100. */
  readonly progress: number
}

const firstPauseMs = 150
const maxPauseMs = 1_000

/** Resolves with the job when it is done or has failed. */
export async function waitForJob<Job extends WatchedJob>(
  first: Job,
  read: () => Promise<Job>,
  { onProgress, signal }: { readonly onProgress: (share: number) => void; readonly signal?: AbortSignal },
): Promise<Job> {
  let job = first
  for (let pauseMs = firstPauseMs; job.state === 'waiting' || job.state === 'running'; ) {
    onProgress(job.progress / 100)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    signal?.throwIfAborted()
    job = await read()
    pauseMs = Math.min(maxPauseMs, pauseMs * 1.5)
  }
  return job
}
