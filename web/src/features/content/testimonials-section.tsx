import { RichText } from '@/ui/rich-text'
import type { Row, Section } from './api'
import { LandingSection, SectionHeading } from './landing-section'
import { Picture, Plate } from './picture'
import { Portrait, sitterAt } from './portrait'

export function TestimonialsSection({ heading, cards }: Section) {
  return (
    <LandingSection id="testimonials">
      <div className="page">
        <SectionHeading id="testimonials" chapter="Testimonials" title={heading.title} subtitle={heading.subtitle} />
        <Plate src={heading.imageUrl} className="mt-14 md:aspect-3/1" />
        <ul className="mt-14 grid gap-y-12 md:mt-20 lg:grid-cols-3">
          {cards.map((card, index) => (
            <li
              key={card.title || card.html}
              className="border-base-300 border-t pt-8 lg:border-t-0 lg:border-l lg:px-9 lg:pt-0 lg:last:pr-0 lg:first:border-l-0 lg:first:pl-0"
            >
              <Voice card={card} index={index} />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

function Voice({ card, index }: { card: Row; index: number }) {
  return (
    <figure className="flex h-full flex-col">
      <FiveStars />
      <blockquote className="mt-5 flex-1 font-serif text-[1.3125rem] leading-normal">
        <RichText html={card.html} />
      </blockquote>
      <figcaption className="mt-8 flex items-center gap-4">
        <Picture
          src={card.imageUrl}
          loading="lazy"
          width="80"
          height="80"
          className="size-20 rounded-full object-cover"
        >
          <Portrait sitter={sitterAt(index)} className="size-20 shrink-0" />
        </Picture>
        <span>
          <span className="block font-semibold">{card.title}</span>
          <span className="block text-quiet text-sm leading-snug">{card.subtitle}</span>
        </span>
      </figcaption>
    </figure>
  )
}

function FiveStars() {
  return (
    <p>
      <span className="sr-only">Rated five out of five stars</span>
      <svg viewBox="0 0 110 20" className="h-4 fill-accent" aria-hidden="true">
        <path d={[0, 22, 44, 66, 88].map(starAt).join('')} />
      </svg>
    </p>
  )
}

function starAt(x: number): string {
  return `M${x + 10} 1l2.7 6 6.5.6-4.9 4.3 1.5 6.4-5.8-3.4-5.8 3.4 1.5-6.4L${x + 0.8} 7.6l6.5-.6z`
}
