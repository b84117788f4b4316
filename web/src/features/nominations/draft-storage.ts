// Answers that could not be saved are stored on this device until they can be.

import type { DraftBody, StoredDraft } from './form-api'

const key = 'draft-kept'

export function storeDraft(body: DraftBody, now = new Date()): void {
  try {
    const draft: StoredDraft = { ...body, lastSaved: now.toISOString() }
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage only the form has the answers.
  }
}

export function deleteStoredDraft(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

export function storedDraft(): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null || !('formData' in value) || !('lastSaved' in value)) return false
  return typeof value.formData === 'object' && !Number.isNaN(Date.parse(String(value.lastSaved)))
}
