// The front page for visitors who are not signed in: features, sign-in, and a first API call.

import { useEffect } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { OtherLanguages } from '../ui/language-switch.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { BoardSketch } from './board-sketch.tsx'
import { FirstCall } from './first-call.tsx'
import { useFrontWords } from './front-words.ts'
import { WhatIsHere } from './what-is-here.tsx'
import './front-page.css'

export function FrontPage() {
  const words = useFrontWords()
  useEffect(() => {
    document.title = `Tessera · ${words.title}`
  }, [words])
  return (
    <>
      <TopBar>
        <ButtonLink look="quiet" className="front-wide-only" href="/docs">
          {words.reference}
        </ButtonLink>
        <OtherLanguages />
        <ButtonLink className="front-wide-only" href="/sign-in">
          {words.signIn}
        </ButtonLink>
      </TopBar>
      <main className="front">
        <Hero />
        <Features />
        <FirstCall />
        <WhatIsHere />
      </main>
    </>
  )
}

function Hero() {
  const words = useFrontWords()
  return (
    <section className="front-hero">
      <div className="front-hero-words">
        <p className="front-running">{words.running}</p>
        <h1>{words.headline}</h1>
        <p className="front-lead">{words.lead}</p>
        <div className="front-actions">
          <ButtonLink look="primary" href="/sign-in">
            {words.signIn}
          </ButtonLink>
          <ButtonLink href="/docs">{words.openReference}</ButtonLink>
        </div>
      </div>
      <BoardSketch />
    </section>
  )
}

function Features() {
  const words = useFrontWords()
  return (
    <ul className="front-features">
      {words.features.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
