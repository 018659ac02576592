import type { Page } from '@playwright/test';
import type { Person } from '../../running/people.ts';
import { stateOf } from '../support/test.ts';
import { words } from '../support/words.ts';
import { chance } from './chance.ts';
import type { SampleTeam } from './sample-team.ts';
import { Settling } from './settled.ts';

/** One of the people of a walk, with a window. */
export class Walker {
  readonly page: Page;
  readonly person: Person;
  readonly team: SampleTeam;
  readonly isPhone: boolean;
  readonly #settling: Settling;
  /** Places not yet visited in this round of all of them. */
  #ahead: SampleTeam['places'] = [];

  constructor(page: Page, person: Person, team: SampleTeam, { isPhone = false } = {}) {
    this.page = page;
    this.person = person;
    this.team = team;
    this.isPhone = isPhone;
    this.#settling = new Settling(page);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    // Listened to, a chooser of files does not open.
    page.on('filechooser', () => {});
  }

  settled(): Promise<void> {
    return this.#settling.settled();
  }

  async language(): Promise<string> {
    return (await this.page.evaluate(() => document.documentElement.lang)) || 'en';
  }

  /** The sentence behind a key, in the language of the screen. */
  async say(key: string, params?: Record<string, string | number>): Promise<string> {
    return words(key, params, await this.language());
  }

  /** The next of all places, in an order of the walk's own; none comes twice before each came once. */
  nextPlace(lot: string): SampleTeam['places'][number] {
    if (this.#ahead.length === 0)
      this.#ahead = this.team.places
        .map((place) => ({ place, drawn: chance(lot, place.name) }))
        .sort((one, other) => one.drawn - other.drawn)
        .map(({ place }) => place);
    return this.#ahead.pop() ?? { name: '/home', path: '/home' };
  }

  /** Navigates to another screen as a click on a link would. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  }

  /** Signs them in again if an action has signed them out. */
  async comeBack(): Promise<string | null> {
    const outside = /^\/(login|register)/.test(new URL(this.page.url()).pathname);
    const noTeam = this.page.getByRole('heading', { name: await this.say('team:noTeam.title') });
    if (!outside && !(await noTeam.isVisible())) return null;
    await this.team.restoreAccess();
    if (outside) await this.signIn();
    await this.page.goto('/home');
    return outside ? 'signs in again' : 'is let in again';
  }

  async signIn(): Promise<void> {
    const token = await this.team.signIn(this.person);
    await this.page.context().addCookies(stateOf(new URL(this.page.url()).origin, token).cookies);
  }
}
