// The data that the sign-up form takes from a nomination. It is stored as long as the tab is open.

export type SignUp = { name: string; email: string; phone: string; location: string }

const key = 'sign-up'

export function keepSignUp(known: SignUp): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without storage the form starts empty.
  }
}

/** Returns the stored data and deletes it, so that the next visit starts empty. */
export function takeSignUp(): Partial<SignUp> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<SignUp>
    return kept
  } catch {
    return {}
  }
}
