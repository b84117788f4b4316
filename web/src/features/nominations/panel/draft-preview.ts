/** The name and the company of a half-filled form, "" where there is none. A draft may hold anything. */
export function previewOf(formData: Record<string, unknown>): { name: string; company: string } {
  return { name: line(formData.name), company: line(formData.companyName) }
}

function line(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
