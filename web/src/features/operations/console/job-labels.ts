import { counted } from '@/lib/formats'

const labels: Readonly<Record<string, string>> = {
  'accounts.reset-request': 'Password-reset requests',
  'imports.run': 'Imports',
  'mail.send': 'Sending e-mail',
  'automations.find': 'Automations: looking for causes',
  'payments.event': 'Payment events',
  'payments.sync': 'Payment synchronisation',
}

/** A type of job in plain words; a type without any is shown by its name. */
export function jobLabel(type: string): string {
  return labels[type] ?? type
}

/** An age in its largest whole unit: 7300 → "2 hours". */
export function age(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), 'hour')
  return counted(Math.floor(seconds / 86_400), 'day')
}
