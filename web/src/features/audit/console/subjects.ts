import { fieldName } from './difference'

// What the console calls the things of these collections.
const names: Readonly<Record<string, string>> = {
  admins: 'Administrators',
  content_sections: 'Texts',
  email_logs: 'Letters',
  legacy_imports: 'Imports',
  orphan_payments: 'Unknown payments',
  registrations: 'Nominations',
  transactions: 'Payments',
  users: 'Members',
}

/** A collection as a choice of the filter; one without a name here is spelled out. */
export function subjectName(collection: string): string {
  return names[collection] ?? fieldName(collection.replace(/^_/, '').replaceAll('_', ' '))
}
