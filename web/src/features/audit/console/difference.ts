import type { AuditChange } from './api'

/** A field of an entry before and after the action; undefined if it had no value. */
export type FieldChange = { field: string; before?: string; after?: string }

/** Returns the changes of an entry by field, formatted for people. */
export function differences({ before, after }: AuditChange): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field: fieldName(field), before: shown(before?.[field]), after: shown(after?.[field]) }))
    .filter((change) => change.before !== undefined || change.after !== undefined)
}

/** "razorpayPlanId" → "Razorpay plan id". */
export function fieldName(field: string): string {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shown(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value)) return value.map((item) => shown(item) ?? '').join(', ') || undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
