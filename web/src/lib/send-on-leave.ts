/**
 * Sends what must still go out while the page is being left. The browser finishes the request
 * after the page is gone, so nobody is there to read the answer.
 */
export function sendOnLeave(path: string, body: object): void {
  fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {})
}
