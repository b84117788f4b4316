import type { ContentSection } from './api'

/** The console's names for the parts of the site, in the order of the page. */
export const sectionNames: Readonly<Record<ContentSection['section'], string>> = {
  hero: 'Hero',
  about: 'About',
  features: 'Benefits',
  membership: 'Members',
  testimonials: 'Testimonials',
  footer: 'Footer',
}

/** How the page uses the texts of a part, as a hint for the author. */
export const sectionHints: Readonly<Record<ContentSection['section'], string>> = {
  hero: 'The first active text is shown at the top of the landing page. Fields that you leave empty keep the built-in text.',
  about:
    'A text without content is the heading of the chapter. Texts with content are its points, and replace the built-in points. The image of a point is shown below its text.',
  features:
    'A text without content is the heading of the chapter. Texts with content are the benefits, and replace the built-in benefits. The image of a benefit replaces its drawing.',
  membership:
    'The first active text is the heading over the image of the members, and its own image replaces that image.',
  testimonials:
    'A text without content is the heading of the chapter. Texts with content are testimonials: the title is the name, the subtitle is the role, and the image is the photograph.',
  footer: 'The content is shown next to the logo at the bottom of every page.',
}

/** The name of a text in a list: its title, or its first words. */
export function nameOfText(text: { title: string; subtitle: string; content: string }): string {
  const words = text.title || text.subtitle || text.content.split('\n')[0] || 'Untitled'
  return words.length > 60 ? `${words.slice(0, 59)}…` : words
}
