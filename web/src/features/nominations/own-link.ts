// The token of an applicant's link, for as long as the tab lives: a reload and a sign-in find the page again.

const key = 'nomination-link'

export function keptLink(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepLink(token: string): void {
  try {
    if (token) sessionStorage.setItem(key, token)
  } catch {
    // A browser that keeps nothing asks for the link again.
  }
}

export function forgetLink(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There is nothing to forget.
  }
}
