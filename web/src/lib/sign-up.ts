// What a sign-up takes over from a nomination, for as long as the tab lives.

export type SignUp = { name: string; email: string; phone: string; location: string }

const key = 'sign-up'

export function keepSignUp(known: SignUp): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(known))
  } catch {
    // A browser that keeps nothing shows an empty form.
  }
}

/** What was kept, once: a second visit of the form begins empty. */
export function takeSignUp(): Partial<SignUp> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<SignUp>
    return kept
  } catch {
    return {}
  }
}
