import type { AdminAccount, AdminStep } from './api'

/** The label of a step, its explanation, and the toast after success. */
type StepWords = {
  label: string
  title: (name: string) => string
  consequence: string
  done: (name: string) => string
  isDestructive?: boolean
}

export const stepWords: Record<AdminStep, StepWords> = {
  invitation: {
    label: 'Send a new invitation',
    title: (name) => `Send ${name} a new invitation?`,
    consequence: 'The new link works once, for 72 hours. The previous link stops working.',
    done: (name) => `A new invitation is on its way to ${name}`,
    isDestructive: false,
  },
  deactivate: {
    label: 'Deactivate',
    title: (name) => `Deactivate ${name}?`,
    consequence:
      'All sessions of this account end immediately, and it cannot sign in until an administrator reactivates it. An open invitation stops working.',
    done: (name) => `${name} can no longer use the console`,
  },
  reactivate: {
    label: 'Reactivate',
    title: (name) => `Reactivate ${name}?`,
    consequence: 'The account can sign in again as before, with its two-step sign-in.',
    done: (name) => `${name} can use the console again`,
    isDestructive: false,
  },
  'second-factor/reset': {
    label: 'Reset two-step sign-in',
    title: (name) => `Reset the two-step sign-in of ${name}?`,
    consequence:
      'Do this only if they have lost both their phone and their recovery codes, and only after you have spoken to them. All sessions of the account end. They can then sign in with the password alone. We email them about it.',
    done: (name) => `${name} can now sign in with the password alone`,
  },
}

/** The steps that are possible in an account's current state. */
export function stepsFor({ state, hasJoined, isYou, secondFactor }: AdminAccount): AdminStep[] {
  if (isYou) return []
  switch (state) {
    case 'active':
      return secondFactor ? ['deactivate', 'second-factor/reset'] : ['deactivate']
    case 'invited':
    case 'expired':
      return ['invitation', 'deactivate']
    default:
      return hasJoined ? ['reactivate'] : ['invitation']
  }
}
