import { Banner, Button } from '@weft/ui';
import type { ReactNode } from 'react';

interface RetryBannerProps {
  readonly tone: 'danger' | 'warning';
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

/** Says what could not be had, and asks for it again. */
export function RetryBanner({ tone, children, onRetry }: RetryBannerProps) {
  return (
    <Banner
      tone={tone}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
