import type { ReactNode } from 'react'
import { type TextReader, useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { type CardTexts, LandingSection, SectionHeading } from './landing-section'
import { Picture, Plate } from './picture'
import { Portrait, sitterAt } from './portrait'

export function TestimonialsSection() {
  const text = useTexts('landing')
  const rating = text('testimonials.rating')
  return (
    <LandingSection id="testimonials">
      <div className="page">
        <SectionHeading
          id="testimonials"
          chapter={text('testimonials.chapter')}
          title={text('testimonials.heading.title')}
          subtitle={text('testimonials.heading.subtitle')}
          body={text.rich('testimonials.heading.body')}
        />
        <Plate {...text.picture('testimonials.heading.image')} className="mt-14 md:aspect-3/1" />
        <ul className="mt-14 grid gap-y-12 md:mt-20 lg:grid-cols-3" {...text.listMark('testimonials.cards')}>
          {text.list('testimonials.cards').map(({ id, text, mark }, index) => (
            <li
              key={id}
              {...mark}
              className="border-base-300 border-t pt-8 lg:border-t-0 lg:border-l lg:px-9 lg:pt-0 lg:last:pr-0 lg:first:border-l-0 lg:first:pl-0"
            >
              <Voice text={text} rating={rating} index={index} />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

type VoiceProps = { text: TextReader<CardTexts>; rating: ReactNode; index: number }

function Voice({ text, rating, index }: VoiceProps) {
  return (
    <figure className="flex h-full flex-col">
      <FiveStars label={rating} />
      <blockquote className="mt-5 flex-1 font-serif text-[1.3125rem] leading-normal">
        <RichText {...text.rich('body')} />
      </blockquote>
      <figcaption className="mt-8 flex items-center gap-4">
        <Picture
          {...text.picture('image')}
          loading="lazy"
          sizes="5rem"
          width="80"
          height="80"
          className="size-20 rounded-full object-cover"
        >
          <Portrait sitter={sitterAt(index)} className="size-20 shrink-0" />
        </Picture>
        <span>
          <span className="block font-semibold">{text('title')}</span>
          <span className="block text-quiet text-sm leading-snug">{text('subtitle')}</span>
        </span>
      </figcaption>
    </figure>
  )
}

function FiveStars({ label }: { label: ReactNode }) {
  return (
    <p>
      <span className="sr-only">{label}</span>
      <svg viewBox="0 0 110 20" className="h-4 fill-accent" aria-hidden="true">
        <path d={[0, 22, 44, 66, 88].map(starAt).join('')} />
      </svg>
    </p>
  )
}

function starAt(x: number): string {
  return `M${x + 10} 1l2.7 6 6.5.6-4.9 4.3 1.5 6.4-5.8-3.4-5.8 3.4 1.5-6.4L${x + 0.8} 7.6l6.5-.6z`
}
