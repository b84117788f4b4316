/** Says who gets the emails about reports when the settings name these two administrators, or none. */
export function reportRecipients(email: string, secondEmail: string): string {
  const own = 'No one gets an email about a report that concerns them.'
  if (!email && !secondEmail) return `All administrators who may decide about reports get the emails about them. ${own}`
  return `These two administrators get the emails about reports. ${own} If one of them may no longer decide about reports, or a report concerns both, the other administrators who may decide get the emails.`
}
