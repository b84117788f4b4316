import { PersonPage as DirectoryPersonPage } from '@/features/directory/person-page'
import { AskSection } from '@/features/introductions/ask-section'

/** The profile of a member, and an introduction to them. */
export function PersonPage() {
  return <DirectoryPersonPage introduction={(person) => <AskSection person={person} />} />
}
