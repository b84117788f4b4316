import { DirectoryPage as MembersPage } from '@/features/directory/directory-page'
import { AskButton } from '@/features/introductions/ask-button'

/** The directory, where members ask each other for introductions. */
export function DirectoryPage() {
  return <MembersPage askButton={(person) => <AskButton person={person} />} />
}
