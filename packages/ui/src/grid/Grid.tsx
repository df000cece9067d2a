import './grid.css';
import './rows.css';
import '../fields/painting/cells.css';
import './overlay.css';
import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CellMenu } from './CellMenu.tsx';
import { CellNoteBox } from './CellNoteBox.tsx';
import { CheckedBar } from './CheckedBar.tsx';
import { followCut } from './cut-titles.ts';
import { followRowDrag } from './drag-rows.ts';
import { FreezeHandle } from './FreezeHandle.tsx';
import { followFiles } from './file-transfer.ts';
import { followFill } from './fill.ts';
import { followPeople } from './follow-people.ts';
import { GridEditor } from './GridEditor.tsx';
import { GridFooter } from './GridFooter.tsx';
import { AddField, GridHeader } from './GridHeader.tsx';
import { GridImageViewer } from './GridImageViewer.tsx';
import { GridStatus } from './GridStatus.tsx';
import { GridController } from './grid-controller.ts';
import type { GridProps } from './grid-props.ts';
import { followGroups } from './groups.ts';
import { highlightFound } from './highlight.ts';
import { inOwnOrder } from './move-rows.ts';
import { NewRecordRow } from './NewRecordRow.tsx';
import { followPointer } from './pointer.ts';
import { followProxy } from './proxy.ts';
import { followBoxes } from './row-boxes.ts';
import { SelectionSummary } from './SelectionSummary.tsx';
import { followTouch } from './touch.ts';
import { headerHeight } from './view/geometry.ts';

const part = <T extends HTMLElement>(ref: RefObject<T | null>): T => {
  if (ref.current === null) throw new Error('the grid is drawn before it is followed');
  return ref.current;
};

/**
 * The spreadsheet: any number of rows of typed cells. React draws the frame once; cells are drawn by GridController.
 * The `role=grid` element holds header and rows only; overlays are its siblings.
 */
export function Grid(props: GridProps) {
  const [grid] = useState(() => new GridController(props));
  const state = useSyncExternalStore(grid.store.subscribe, grid.store.get);
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const groups = useRef<HTMLDivElement>(null);
  const stuckGroup = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const frozenOverlay = useRef<HTMLDivElement>(null);
  const tail = useRef<HTMLDivElement>(null);
  const proxy = useRef<HTMLTextAreaElement>(null);
  const statusId = useId();

  useLayoutEffect(() => {
    const elements = {
      root: part(root),
      scroller: part(scroller),
      content: part(content),
      rows: part(rows),
      groups: part(groups),
      stuckGroup: part(stuckGroup),
      overlay: part(overlay),
      frozenOverlay: part(frozenOverlay),
      tail: part(tail),
      proxy: part(proxy),
    };
    const detach = grid.attach(elements);
    const overlays = [elements.overlay, elements.frozenOverlay];
    const leavePointer = followPointer(grid, elements.rows);
    const leaveGroups = followGroups(grid, elements.groups);
    const leaveStuck = followGroups(grid, elements.stuckGroup);
    const leaveBoxes = followBoxes(grid, elements.rows, elements.scroller);
    const leaveCut = followCut(grid, elements.rows, elements.scroller);
    const leaveRowDrag = followRowDrag(grid, elements.rows);
    const leavePeople = followPeople(grid, elements.rows);
    const leaveTouch = followTouch(grid, elements.rows, overlays);
    const leaveFill = followFill(grid, overlays);
    const leaveFiles = followFiles(grid, elements.rows);
    const leaveProxy = followProxy(grid, elements.proxy);
    return () => {
      leavePointer();
      leaveGroups();
      leaveStuck();
      leaveBoxes();
      leaveCut();
      leaveRowDrag();
      leavePeople();
      leaveTouch();
      leaveFill();
      leaveFiles();
      leaveProxy();
      detach();
    };
  }, [grid]);
  useLayoutEffect(() => grid.setProps(props), [grid, props]);
  const { search = '', shownFieldId = null } = props;
  const shownColumn = state.columns.list.findIndex(({ field }) => field.id === shownFieldId);
  // Again when the panel beside the grid has narrowed it.
  const roomFor = shownColumn === -1 ? 0 : grid.viewport.width;
  useEffect(() => {
    if (shownColumn !== -1 && roomFor > 0) grid.revealColumn(shownColumn);
  }, [grid, shownColumn, roomFor]);
  const { madeField = null } = props;
  const madeColumn = useRef(-1);
  madeColumn.current = state.columns.list.findIndex(({ field }) => field.id === madeField?.id);
  const isMade = madeColumn.current !== -1;
  useEffect(() => {
    if (madeField !== null && isMade) grid.selectColumn(madeColumn.current);
  }, [grid, madeField, isMade]);
  useEffect(() => highlightFound(part(rows), search), [search]);
  // Fonts decide how many chips fit.
  useEffect(() => void document.fonts.ready.then(() => grid.schedule()), [grid]);

  const { columns } = state;
  return (
    <div
      ref={root}
      className="wg"
      data-can-edit={grid.canEdit || undefined}
      data-moves-rows={(grid.canEdit && inOwnOrder(grid)) || undefined}
      data-opens={props.onOpenRecord && ''}
    >
      <textarea
        ref={proxy}
        className="wg-proxy"
        data-grid-cells=""
        aria-label={`${props.label}: cells`}
        aria-describedby={statusId}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        rows={1}
      />
      <GridStatus id={statusId} grid={grid} state={state} />
      <div
        ref={scroller}
        className="wg-scroller"
        data-grid-scroller=""
        tabIndex={-1}
        onScroll={() => grid.scrolled()}
      >
        <div ref={content} className="wg-content">
          <div className="wg-frozen-layer" aria-hidden="true">
            <div ref={frozenOverlay} />
          </div>
          <div className="wg-shade-layer" aria-hidden="true">
            <div
              className="wg-shade"
              style={{
                left: columns.frozen,
                height: headerHeight + grid.viewport.listHeight,
              }}
            />
            <FreezeHandle grid={grid} state={state} />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a table of virtual rows is no HTML table */}
          <div
            role="grid"
            className="wg-grid"
            aria-label={props.label}
            aria-rowcount={state.countKnown ? state.rowCount + 1 : -1}
            aria-colcount={columns.list.length + (columns.check > 0 ? 1 : 0)}
            aria-multiselectable="true"
            aria-readonly={!grid.canEdit}
          >
            <GridHeader grid={grid} state={state} />
            {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
            <div ref={groups} className="wg-groups" role="rowgroup" />
            {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
            <div ref={rows} className="wg-rows" role="rowgroup" />
          </div>
          <div className="wg-stuck-layer" aria-hidden="true">
            <div ref={stuckGroup} className="wg-stuck" />
          </div>
          <AddField grid={grid} state={state} />
          <div ref={overlay} className="wg-overlay" aria-hidden="true" />
          <div ref={tail} className="wg-tail">
            <NewRecordRow grid={grid} state={state} />
          </div>
          <GridEditor grid={grid} state={state} />
          <GridImageViewer grid={grid} state={state} />
          <CellNoteBox grid={grid} state={state} />
        </div>
      </div>
      <CellMenu grid={grid} state={state} />
      <CheckedBar grid={grid} state={state} />
      <div className="wg-foot">
        <SelectionSummary grid={grid} state={state} />
        <GridFooter grid={grid} state={state} />
      </div>
    </div>
  );
}
