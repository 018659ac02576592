import { describe, expect, it } from 'vitest';
import { portraitColour } from './portrait-colour.ts';

describe('portraitColour', () => {
  it('is the same for a name, however it is written', () => {
    expect(portraitColour(' ada Lovelace')).toBe(portraitColour('Ada Lovelace'));
  });

  it('distinguishes people', () => {
    const names = [
      'Ada',
      'Bo',
      'Cleo',
      'Dmitri',
      'Eve',
      '李娜',
      '王伟',
      'Olive Owner',
      'Grace Hopper',
      'Alan Turing',
    ];
    expect(new Set(names.map(portraitColour)).size).toBeGreaterThan(5);
  });

  it('has a colour for an empty name', () => {
    expect(portraitColour('')).toBe('teal');
  });
});
