import { atom } from 'jotai'

/** Whether this tab has asked for a restore. It ends every session: the sign-in that follows says why. */
export const restoringAtom = atom(false)
