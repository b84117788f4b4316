import type { AuditEntry } from '@/lib/generated'
import { fieldName } from './difference'

/** What each action of the log says in plain words. "{name}" stands for what it was about. */
export const sentences: Readonly<Record<string, string>> = {
  // sign-ins
  'session.opened': 'Signed in',
  'session.refused': 'Somebody failed to sign in as {name}',
  'session.closed': 'Signed out',
  'session.ended': 'Ended another session of their own',
  'passkey.added': 'Added a passkey to their account',
  'passkey.removed': 'Removed a passkey of their account',
  'sessions.ended': 'Signed out everywhere',
  'email.changed': 'Changed the email address of their account',
  'password.changed': 'Changed the password of {name}',
  'adminemail.changed': 'Changed the email address of {name}',
  'password.reset': 'Reset the password of {name} by a link in an email',
  'password.refused': 'Gave a wrong current password',
  'secondfactor.started': 'Began to set up two-step sign-in',
  'secondfactor.enrolled': 'Turned two-step sign-in on',
  'secondfactor.removed': 'Turned two-step sign-in off',
  'secondfactor.reset': 'Reset the two-step sign-in of {name}',
  'secondfactor.refused': 'Gave the right password and a wrong code',
  'recoverycodes.renewed': 'Made new recovery codes',
  'recoverycode.used': 'Used a recovery code',
  // administrators
  'admin.created': 'Created the admin account {name}',
  'admin.invited': 'Invited {name} as an administrator',
  'admin.reinvited': 'Sent {name} a new invitation',
  'admin.joined': 'Followed the invitation and set a password',
  'admin.role-changed': 'Changed the role of {name}',
  'admin.deactivated': 'Deactivated the admin account {name}',
  'admin.reactivated': 'Reactivated the admin account {name}',
  'adminrights.granted': 'Gave {name} admin rights',
  'adminrights.withdrawn': 'Withdrew the admin rights of {name}',
  'audit.exported': 'Exported the audit log as {name}',
  // people
  'person.invited': 'Invited {name}',
  'person.corrected': 'Corrected the data of {name}',
  'person.tagged': 'Changed the tags of {name}',
  'person.deactivated': 'Deactivated the account of {name}',
  'person.reactivated': 'Reactivated the account of {name}',
  'person.noted': 'Wrote a note about {name}',
  'person.note-deleted': 'Deleted a note about {name}',
  'person.written-to': 'Wrote an email to {name}',
  'person.reset-sent': 'Sent {name} a link to set a password',
  'person.proof-sent': 'Sent {name} a link to prove an email address',
  'person.merged': 'Merged another account into that of {name}',
  'person.merge-undone': 'Undid a merge into the account of {name}',
  // nominations
  'nomination.taken': 'Took up the nomination of {name}',
  'nomination.asked': 'Asked {name} for information',
  'nomination.answered': 'Noted the answer of {name}',
  'nomination.resumed': 'Went on with the nomination of {name}',
  'nomination.approved': 'Approved the nomination of {name}',
  'nomination.amended': 'Corrected the nomination of {name}',
  'nomination.withdrawn': 'Withdrew the nomination of {name}',
  'nomination.reopened': 'Sent the nomination of {name} again',
  'nomination.declined': 'Declined the nomination of {name}',
  'vote.cast': 'Voted on the nomination of {name}',
  'note.written': 'Wrote a note on {name}',
  'note.deleted': 'Deleted a note on {name}',
  'letter.queued': 'Queued an email to {name}',
  'nominations.exported': 'Exported nominations as {name}',
  // content, tiers and settings
  'content.created': 'Created the text {name}',
  'content.updated': 'Changed the text {name}',
  'content.deleted': 'Deleted the text {name}',
  'content.restored': 'Restored an earlier version of {name}',
  'content.reordered': 'Put the texts of {name} into another order',
  'image.uploaded': 'Uploaded the picture {name}',
  'tier.created': 'Created the membership tier {name}',
  'tier.updated': 'Changed the membership tier {name}',
  'tier.deleted': 'Deleted the membership tier {name}',
  'tier.reordered': 'Put the membership tiers into another order',
  'settings.updated': 'Changed the settings',
  // members and payments
  'leads.exported': 'Exported leads as {name}',
  'members.exported': 'Exported registered users as {name}',
  'paid-members.exported': 'Exported paid members as {name}',
  'transactions.exported': 'Exported transactions as {name}',
  'unknown-payment.attached': 'Attached an unknown payment: {name}',
  'transaction.accepted': 'Accepted a payment of another amount: {name}',
  'transaction.refund-requested': 'Asked for the refund of a payment: {name}',
  'transaction.seen-to': 'Saw to a payment that asked for attention: {name}',
  'unknown-payment.seen-to': 'Saw to a payment that belongs to no transaction here: {name}',
  'books.register-exported': 'Downloaded a register of the books: {name}',
  'books.gstr1-exported': 'Downloaded the GSTR-1: {name}',
  'books.rate-entered': 'Entered a rupee rate in the books',
  'books.month-closed': 'Closed {name} in the books',
  'books.month-reopened': 'Reopened {name} in the books',
  'coupon.created': 'Created the coupon {name}',
  'coupon.updated': 'Changed the coupon {name}',
  'coupon.deleted': 'Deleted the coupon {name}',
  'offline-payment.created': 'Made the proforma of an offline payment: {name}',
  'offline-payment.receipt-entered': 'Entered a receipt of an offline payment: {name}',
  'offline-payment.deposited': 'Noted the deposit of a cheque: {name}',
  'offline-payment.confirmed': 'Confirmed a receipt of an offline payment: {name}',
  'offline-payment.bounced': 'Noted that an offline payment has bounced: {name}',
  'offline-payment.cancelled': 'Cancelled an offline payment: {name}',
  'offline-payment.returned': 'Noted that an offline payment went back: {name}',
  'transaction.noted': 'Wrote a note on the payment of {name}',
  'seat.ended': 'Ended a seat of the purchase of {name}',
  'membership.granted': 'Gave a complimentary membership to {name}',
  'membership.end-changed': 'Changed when the membership of {name} ends',
  'membership.ended': 'Ended the membership of {name}',
  'import.started': 'Began to import {name}',
  'members.imported': 'Imported members from {name}',
  'list.read': 'Read a whole list at once: {name}',
  // email, providers and backups
  'email.resent': 'Sent an email again: {name}',
  'emails.resent': 'Sent {name} again',
  'automation.updated': 'Changed the automation {name}',
  'automation.tested': 'Sent a test of the automation {name}',
  'campaign.created': 'Wrote the campaign {name}',
  'campaign.updated': 'Changed the campaign {name}',
  'campaign.deleted': 'Deleted the campaign {name}',
  'campaign.tested': 'Sent a test of the campaign {name}',
  'campaign.submitted': 'Asked for approval of the campaign {name}',
  'campaign.scheduled': 'Scheduled the campaign {name}',
  'campaign.started': 'Started the campaign {name}',
  'campaign.paused': 'Paused the campaign {name}',
  'campaign.resumed': 'Resumed the campaign {name}',
  'campaign.cancelled': 'Cancelled the campaign {name}',
  'campaign.retried': 'Sent the failed emails of the campaign {name} again',
  'segment.created': 'Kept the segment {name}',
  'segment.updated': 'Changed the segment {name}',
  'segment.deleted': 'Deleted the segment {name}',
  'campaign.subject-chosen': 'Chose the subject of the campaign {name}',
  'campaign.exported': 'Exported the emails of a campaign: {name}',
  'emails.resumed': 'Went on sending emails before a pause was over',
  'email-text.updated': 'Changed the text of the email {name}',
  'email-text.restored': 'Brought back an earlier text of the email {name}',
  'email-text.tested': 'Sent a test of the text {name}',
  'suppression.lifted': 'Allowed emails to {name} again',
  'job.retried': 'Retried the background job {name}',
  'provider.tested': 'Tested the connection to {name}',
  'backup.created': 'Took the backup {name}',
  'backup.downloaded': 'Downloaded the backup {name}',
  'backup.deleted': 'Deleted the backup {name}',
  'backup.restoring': 'Began to restore the backup {name}',
  'backup.restored': 'Restored the backup {name}',
  'drill.started': 'Started a restore drill',
  'backups.scheduled': 'Set when backups are taken',
  // what staff do in PocketBase's dashboard
  'record.created': 'Created {name} in the dashboard',
  'record.updated': 'Changed {name} in the dashboard',
  'record.deleted': 'Deleted {name} in the dashboard',
  'collection.truncated': 'Emptied a whole collection in the dashboard',
  'schema.changed': 'Changed the schema in the dashboard',
  'serversettings.changed': 'Changed the server’s settings in the dashboard',
  'serversettings.tested': 'Tested the server’s settings in the dashboard',
  'serverbackup.changed': 'Took, uploaded, restored or deleted a backup in the dashboard',
  'serverbackup.downloaded': 'Downloaded the backup {name} in the dashboard',
  'account.impersonated': 'Made a token for another account in the dashboard',
  'job.run': 'Ran a scheduled job from the dashboard',
  'sql.read': 'Read the database with SQL in the dashboard',
  'sql.refused': 'Was refused an SQL statement in the dashboard',
}

/** An entry as a sentence; an action without one is spelled out. */
export function sentenceOf({ action, label }: Pick<AuditEntry, 'action' | 'label'>): string {
  const sentence = sentences[action] ?? spelled(action)
  return sentence.replace('{name}', () => label || 'something without a name')
}

/** An action as a choice of the filter: its sentence without a name. */
export function actionName(action: string): string {
  return (sentences[action] ?? spelled(action)).replace('{name}', '…')
}

// "email.retried" → "email retried: {name}"
function spelled(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: {name}`
}

// What the console calls the records of these collections.
const subjects: Readonly<Record<string, string>> = {
  admins: 'Administrators',
  content_sections: 'Texts',
  email_logs: 'Emails',
  legacy_imports: 'Imports',
  orphan_payments: 'Unknown payments',
  registrations: 'Nominations',
  transactions: 'Payments',
  users: 'Members',
}

/** A collection as a choice of the filter; one without a name here is spelled out. */
export function subjectName(collection: string): string {
  return subjects[collection] ?? fieldName(collection.replace(/^_/, '').replaceAll('_', ' '))
}
