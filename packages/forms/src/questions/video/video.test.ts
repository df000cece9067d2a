import { describe, expect, it } from 'vitest';
import { videoOf } from './video.ts';

const of = (address: string) => videoOf({ settings: { address } });

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'https://www.youtube-nocookie.com'],
    ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com'],
    ['https://media.example.org/a/b%20c.mp4', 'https://media.example.org'],
  ])('%s is played', (address, origin) => {
    expect(of(address)?.origin).toBe(origin);
  });

  it.each([
    '',
    'javascript:alert(1)',
    'http://example.org/a.mp4',
    'https://example.org/a.html',
    'https://example.org;script-src/a.mp4',
    'https://example.org/a"b.mp4',
    "https://example.org/a.mp4'; script-src *",
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="onload=alert(1)',
    'data:video/mp4;base64,AAAA',
  ])('%s is not', (address) => {
    expect(of(address)).toBeNull();
  });
});
