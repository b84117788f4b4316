/**
 * Sends what must still go out while the page is being left. The browser finishes the request
 * after the page is gone; a page that lives on learns from the answer whether it arrived.
 */
export async function sendOnLeave<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
