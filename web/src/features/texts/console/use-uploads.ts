import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { sizeProblem, useUploadPicture } from '@/lib/pictures'

/** A file that is being uploaded to the library. */
export type Upload = {
  key: number
  name: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Why it failed. */
  problem?: string
}

/**
 * Uploads files one after the other, because the server needs much memory to encode each of them again. Calls
 * onUploaded with each picture that was uploaded.
 */
export function useUploads(onUploaded: (picture: { id: string; url: string }) => void) {
  const { mutateAsync } = useUploadPicture()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastKey = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())

  const change = (key: number, changed: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)))

  async function send(key: number, file: File) {
    const problem = sizeProblem(file)
    if (problem) return change(key, { state: 'failed', problem })
    change(key, { state: 'sending' })
    try {
      const picture = await mutateAsync(file)
      change(key, { state: 'done' })
      onUploaded(picture)
    } catch (failed) {
      change(key, {
        state: 'failed',
        problem: messageOf(failed, 'The picture could not be uploaded. Please try again.'),
      })
    }
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      lastKey.current++
      return { key: lastKey.current, file }
    })
    const isDone = uploads.every(({ state }) => state === 'done' || state === 'failed')
    setUploads([
      ...(isDone ? [] : uploads),
      ...added.map(({ key, file }): Upload => ({ key, name: file.name, state: 'waiting' })),
    ])
    for (const { key, file } of added) queue.current = queue.current.then(() => send(key, file))
  }

  return { uploads, add }
}
