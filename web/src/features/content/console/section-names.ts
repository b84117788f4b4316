/** The console's names for the parts of the site, in the order of the page. */
export const sectionNames: Readonly<Record<string, string>> = {
  hero: 'Hero',
  about: 'About',
  features: 'Benefits',
  membership: 'Members',
  testimonials: 'Testimonials',
  footer: 'Footer',
}

/** How the page uses the texts of a part, as a hint for the author. */
export const sectionHints: Readonly<Record<string, string>> = {
  hero: 'The first active text stands at the top of the landing page. What you leave empty keeps its built-in words.',
  about:
    'A text without content is the heading of the chapter. Texts with content are its points, and stand in place of the built-in ones; the image of a point stands below its words.',
  features:
    'A text without content is the heading of the chapter. Texts with content are the benefits, and stand in place of the built-in ones; the image of a benefit takes the place of its drawing.',
  membership:
    'The first active text is the heading over the picture of the members, and its image takes that picture’s place.',
  testimonials:
    'A text without content is the heading of the chapter. Texts with content are voices: the title is the name, the subtitle their role, the image their photograph.',
  footer: 'The content stands beside the logo, at the foot of every page.',
}

/** The name of a text in a list: its title, or its first words. */
export function nameOfText(text: { title: string; subtitle: string; content: string }): string {
  const words = text.title || text.subtitle || text.content.split('\n')[0] || 'Untitled'
  return words.length > 60 ? `${words.slice(0, 59)}…` : words
}
