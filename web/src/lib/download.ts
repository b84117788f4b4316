import { useMutation } from '@tanstack/react-query'
import { notifyRefused, readApiError, unreachable } from './api-error'

/** A file to download: its address and query, or the body that is posted to create it. */
type Download = { path: string; query?: Record<string, string>; madeOf?: object }

/** Downloads a file under the name that the server gives it. */
export const useDownload = () => useMutation({ mutationFn: download })

async function download({ path, query = {}, madeOf }: Download): Promise<void> {
  const search = new URLSearchParams(query).toString()
  const posted = madeOf && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(madeOf),
  }
  let response: Response
  try {
    response = await fetch(search ? `${path}?${search}` : path, posted)
  } catch {
    throw unreachable()
  }
  if (!response.ok) {
    const error = readApiError(response.status, response.statusText, await response.text(), null)
    notifyRefused(error)
    throw error
  }
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(response.headers.get('Content-Disposition')) ?? 'download'
  link.click()
  // The browser has saved the file by then, so the memory can be freed.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Returns the file name in a Content-Disposition header. */
function fileName(disposition: string | null): string | undefined {
  return disposition?.match(/filename="?([^";]+)"?/)?.[1]
}
